import type { LogTable } from "../model/log-row.ts";
import type { DomainDb } from "./database.ts";
import { ROW_COLUMNS, type StoredLogRow, type StoredRow, toLogRow } from "./log-rows.ts";
import type { RowContent } from "./row-ids.ts";

/**
 * Takes the oldest rows that wait for the detectors, in the order of time. They stop waiting with the transaction; until
 * it ends they are locked.
 */
export async function takePending(tx: DomainDb, limit: number): Promise<readonly StoredLogRow[]> {
  // A waiting row is never updated, so that where it lies is as good as its key, and found without a join.
  const rows = await tx.query<StoredRow>(
    `with next as (
       delete from pending_rows where domain_id = $1 and ctid = any(array(
         select ctid from pending_rows where domain_id = $1 order by at, table_name, content_key limit $2 for update))
       returning at, table_name, content_key)
     select ${ROW_COLUMNS} from next
     join log_rows l on l.domain_id = $1 and l.table_name = next.table_name and l.content_key = next.content_key
     order by next.at, next.table_name, next.content_key`,
    [limit],
  );
  return rows.map(toLogRow);
}

/** Whether there is anything for the pipeline to do. */
export async function hasWork(db: DomainDb): Promise<boolean> {
  const [row] = await db.query<{ has_work: boolean }>(
    `select exists (select from pending_rows where domain_id = $1)
       or exists (select from renamed_rows where domain_id = $1) as has_work`,
  );
  return row?.has_work ?? false;
}

/** Takes the rows whose id has changed since the detectors saw them. */
export async function takeRenamed(tx: DomainDb): Promise<readonly RowContent[]> {
  const rows = await tx.query<{ table_name: LogTable; content_key: string }>(
    "delete from renamed_rows where domain_id = $1 returning table_name, content_key",
  );
  return rows.map((row) => ({ table: row.table_name, contentKey: row.content_key }));
}

/** How many rows wait, counted no further than `upTo`. */
export async function countPending(db: DomainDb, upTo: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "select count(*)::int as count from (select from pending_rows where domain_id = $1 limit $2) counted",
    [upTo],
  );
  return row?.count ?? 0;
}
