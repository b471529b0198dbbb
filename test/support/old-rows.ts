import type { DomainHandle } from "../../src/store/database/database.ts";
import { pendingRows, storedRows } from "./stored-rows.ts";

const BLOCK_TABLES = ["row_blocks", "row_keys", "row_ids", "row_days", "row_names", "pending_blocks"];

/** Puts all rows of a domain where versions before there were blocks stored them. */
export async function putBackRows(db: DomainHandle): Promise<void> {
  const [rows, pending] = [await storedRows(db), await pendingRows(db)];
  await db.transaction(async (tx) => {
    for (const table of BLOCK_TABLES) await tx.execute(`delete from ${table} where domain_id = $1`);
    await tx.execute("update row_aliases set day = null where domain_id = $1");
    for (const { table, contentKey, rowId, at, receivedAt, late, text } of rows) {
      await tx.execute(
        `insert into log_rows (domain_id, table_name, content_key, row_id, at, received_at, late, text)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [table, contentKey, rowId, new Date(at), receivedAt, late, text],
      );
    }
    for (const { table, contentKey, at } of pending) {
      await tx.execute("insert into pending_rows (domain_id, at, table_name, content_key) values ($1, $2, $3, $4)", [
        new Date(at),
        table,
        contentKey,
      ]);
    }
  });
}
