import type { DomainDb } from "../database/database.ts";
import { readFacts } from "./read-rows.ts";
import { contentName, type RowContent } from "./row-content.ts";

/** The id and the event time of a row. */
export interface RowFacts {
  readonly rowId: string;
  readonly at: Date;
}

/** Returns the id and the event time of each row that is still stored, by its `contentName`. */
export async function findRowFacts(db: DomainDb, rows: readonly RowContent[]): Promise<ReadonlyMap<string, RowFacts>> {
  const unique = new Map(rows.map((row) => [contentName(row), row]));
  const found = await readFacts(db, [...unique.values()]);
  return new Map(found.map((row) => [contentName(row), { rowId: row.rowId, at: new Date(row.at) }]));
}

/** Returns the id of each row that is still stored, by its `contentName`. */
export async function findRowIds(db: DomainDb, rows: readonly RowContent[]): Promise<ReadonlyMap<string, string>> {
  const facts = await findRowFacts(db, rows);
  return new Map([...facts].map(([name, { rowId }]) => [name, rowId]));
}
