import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";

/** A stored row with every id that it can be found by. */
export interface ExportedRow {
  readonly contentKey: string;
  readonly rowId: string;
  readonly itemIds: readonly string[];
  readonly text: string;
}

/** Returns rows of a table in the order of their content key; empty at the end. */
export async function readRowPage(
  db: DomainDb,
  table: LogTable,
  after: string | undefined,
  limit: number,
): Promise<readonly ExportedRow[]> {
  const rows = await db.query<{ content_key: string; row_id: string; item_ids: readonly string[]; text: string }>(
    `select l.content_key, l.row_id, l.text,
       array(select a.item_id from row_aliases a
             where a.domain_id = $1 and a.table_name = $2 and a.content_key = l.content_key order by a.item_id) as item_ids
     from log_rows l
     where l.domain_id = $1 and l.table_name = $2 and ($3::uuid is null or l.content_key > $3)
     order by l.content_key limit $4`,
    [table, after ?? null, limit],
  );
  return rows.map((row) => ({
    contentKey: row.content_key,
    rowId: row.row_id,
    itemIds: row.item_ids,
    text: row.text,
  }));
}
