import { newId } from "../../src/runtime/ids.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { saveRetention } from "../../src/store/rows/row-retention.ts";

/** Stores one record of everything about rows that a delivery alone does not store. */
export async function givenRowRecords(db: DomainHandle, word: string): Promise<void> {
  const contentKey = newId();
  const text = JSON.stringify({ TimeGenerated: "2026-11-02T09:00:00.000Z", SyslogMessage: word });
  await db.transaction(async (tx) => {
    await saveRetention(tx, undefined, 365);
    await tx.execute(
      `insert into row_names (domain_id, table_name, content_key, day, row_id) values ($1, 'Syslog', $2, 0, $3)`,
      [newId(), word],
    );
    await tx.execute(
      `insert into log_rows (domain_id, table_name, content_key, row_id, at, received_at, late, text)
       values ($1, 'Syslog', $2, $3, now(), now(), false, $4)`,
      [contentKey, word, text],
    );
    await tx.execute(
      `insert into pending_rows (domain_id, at, table_name, content_key)
       select $1, at, table_name, content_key from log_rows where domain_id = $1`,
    );
  });
}
