import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";
import { findOldRows, type OldRow } from "./old-rows.ts";
import { byTable, type RowContent } from "./row-content.ts";
import { derivedRowId } from "./row-key.ts";
import { findPlaces, type PlacedFacts, type RowPlace, readPlacedFacts, readPlacedTexts } from "./row-places.ts";
import { type StoredFacts, type StoredLogRow, toLogRow } from "./stored-row.ts";

/** Reads rows with their texts, as far as they are stored. */
export async function readRows(db: DomainDb, rows: readonly RowContent[]): Promise<readonly StoredLogRow[]> {
  const read: StoredLogRow[] = [];
  for (const [table, own] of byTable(rows)) {
    const places = await findPlaces(db, table, own);
    const texts = await readPlacedTexts(db, table, places);
    for (const facts of await readFactsAt(db, table, places)) {
      const text = texts.get(facts.contentKey);
      if (text !== undefined) read.push(toLogRow(facts, text));
    }
    for (const { text, ...facts } of await findMissing(db, table, own, places)) read.push(toLogRow(facts, text));
  }
  return read;
}

/** Reads what is stored of rows besides their texts, as far as they are stored. */
export async function readFacts(db: DomainDb, rows: readonly RowContent[]): Promise<readonly StoredFacts[]> {
  const read: StoredFacts[] = [];
  for (const [table, own] of byTable(rows)) {
    const places = await findPlaces(db, table, own);
    read.push(...(await readFactsAt(db, table, places)), ...(await findMissing(db, table, own, places)));
  }
  return read;
}

/** Rows that are in no block may be in `log_rows` still. */
function findMissing(
  db: DomainDb,
  table: LogTable,
  rows: readonly RowContent[],
  places: readonly RowPlace[],
): Promise<readonly OldRow[]> {
  const found = new Set(places.map(({ contentKey }) => contentKey));
  return findOldRows(
    db,
    table,
    rows.map(({ contentKey }) => contentKey).filter((contentKey) => !found.has(contentKey)),
  );
}

/** Reads what is stored at places besides the texts. */
export async function readFactsAt(
  db: DomainDb,
  table: LogTable,
  places: readonly RowPlace[],
): Promise<readonly (StoredFacts & RowPlace)[]> {
  return withIds(db, table, await readPlacedFacts(db, table, places));
}

/** Adds the present id of each row: the one it was given later, the one in its block, or the one of its content. */
export async function withIds<T extends Pick<PlacedFacts, "contentKey" | "itemId">>(
  db: DomainDb,
  table: LogTable,
  rows: readonly T[],
): Promise<readonly (Omit<T, "itemId"> & { readonly table: LogTable; readonly rowId: string })[]> {
  if (rows.length === 0) return [];
  const named = await db.query<{ content_key: string; row_id: string }>(
    `select n.content_key, n.row_id from unnest($3::uuid[]) as given (content_key) cross join lateral (
       select content_key, row_id from row_names
       where domain_id = $1 and table_name = $2 and content_key = given.content_key offset 0) n`,
    [table, rows.map(({ contentKey }) => contentKey)],
  );
  const names = new Map(named.map(({ content_key, row_id }) => [content_key, row_id]));
  return rows.map(({ itemId, ...row }) => ({
    ...row,
    table,
    rowId: names.get(row.contentKey) ?? itemId ?? derivedRowId(db.domainId, table, row.contentKey),
  }));
}
