import type { LogTable } from "../../src/model/rows/log-row.ts";
import type { DomainDb } from "../../src/store/database/database.ts";
import { readTableRows } from "../../src/store/rows/exported-rows.ts";
import { findLogRows } from "../../src/store/rows/log-rows.ts";
import { readPending } from "../../src/store/rows/pending-rows.ts";
import { readRows } from "../../src/store/rows/read-rows.ts";
import type { RowContent } from "../../src/store/rows/row-content.ts";
import { rowKeyOf } from "../../src/store/rows/row-key.ts";
import type { StoredLogRow } from "../../src/store/rows/stored-row.ts";

/** Returns all rows of a domain that are in blocks, by table and content. */
export async function storedRows(db: DomainDb): Promise<readonly StoredLogRow[]> {
  const tables = await db.query<{ table_name: LogTable }>(
    "select distinct table_name from row_days where domain_id = $1 order by table_name",
  );
  const rows: StoredLogRow[] = [];
  for (const { table_name: table } of tables) {
    const contents: RowContent[] = [];
    for await (const page of readTableRows(db, table)) {
      contents.push(...page.map(({ contentKey }) => ({ table, contentKey })));
    }
    rows.push(...(await readRows(db, contents)));
  }
  const nameOf = ({ table, contentKey }: StoredLogRow): string => `${table}/${contentKey}`;
  return rows.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** Returns the tables, contents and times of the pending rows of a domain, by content. */
export async function pendingRows(db: DomainDb) {
  const { rows } = await readPending(db, { rows: 100_000, bytes: 1_073_741_824 });
  return rows
    .map(({ table, contentKey, at }) => ({ table, contentKey, at }))
    .sort((a, b) => (`${a.table}/${a.contentKey}` < `${b.table}/${b.contentKey}` ? -1 : 1));
}

/** Removes a row, as retention would do with all rows of its day. */
export async function removeStoredRow(db: DomainDb, table: LogTable, rowId: string): Promise<void> {
  const keys = (await findLogRows(db, table, [rowId])).map((row) => rowKeyOf(db.domainId, table, row.contentKey));
  await db.execute("delete from row_keys where domain_id = $1 and key = any($2::bigint[])", [keys]);
}

/** The tables that rows are stored in, besides the results of their detection. */
export const ROW_TABLES: readonly string[] = [
  ...["row_blocks", "row_keys", "row_ids", "row_days", "row_names", "pending_blocks"],
  ...["log_rows", "pending_rows", "renamed_rows", "row_aliases", "log_tables", "received_hours"],
];
