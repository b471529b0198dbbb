import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";

/** A row identified by its content, independent of its id. */
export interface RowContent {
  readonly table: LogTable;
  readonly contentKey: string;
}

export const contentName = ({ table, contentKey }: RowContent): string => `${table}/${contentKey}`;

/** Returns the id of each row, by its `contentName`. */
export async function findRowIds(db: DomainDb, rows: readonly RowContent[]): Promise<ReadonlyMap<string, string>> {
  const found = await db.query<{ table_name: LogTable; content_key: string; row_id: string }>(
    `select l.table_name, l.content_key, l.row_id
     from unnest($2::text[], $3::uuid[]) as wanted (table_name, content_key)
     cross join lateral (
       select * from log_rows o
       where o.domain_id = $1 and o.table_name = wanted.table_name and o.content_key = wanted.content_key limit 1) l`,
    [rows.map(({ table }) => table), rows.map(({ contentKey }) => contentKey)],
  );
  return new Map(found.map((row) => [contentName({ table: row.table_name, contentKey: row.content_key }), row.row_id]));
}

/** The id and the event time of a row. */
export interface RowFacts {
  readonly rowId: string;
  readonly at: Date;
}

/** Returns the id and the event time of each row that is still stored, by its `contentName`. */
export async function findRowFacts(db: DomainDb, rows: readonly RowContent[]): Promise<ReadonlyMap<string, RowFacts>> {
  const found = await db.query<{ table_name: LogTable; content_key: string; row_id: string; at: Date }>(
    `select l.table_name, l.content_key, l.row_id, l.at
     from unnest($2::text[], $3::uuid[]) as wanted (table_name, content_key)
     cross join lateral (
       select * from log_rows o
       where o.domain_id = $1 and o.table_name = wanted.table_name and o.content_key = wanted.content_key limit 1) l`,
    [rows.map(({ table }) => table), rows.map(({ contentKey }) => contentKey)],
  );
  return new Map(
    found.map((row) => [
      contentName({ table: row.table_name, contentKey: row.content_key }),
      { rowId: row.row_id, at: row.at },
    ]),
  );
}
