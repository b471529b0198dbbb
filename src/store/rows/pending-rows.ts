import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, SystemDb } from "../database/database.ts";
import { ROW_COLUMNS, type StoredLogRow, type StoredRow, toLogRow } from "./log-rows.ts";
import type { RowContent } from "./row-ids.ts";

/** The maximum of pending rows of one domain; beyond it, deliveries are rejected and connectors pause. */
export const MAX_PENDING_ROWS = 200_000;

/** The oldest pending rows, and whether there are more. */
export interface PendingRows {
  /** In time order. */
  readonly rows: readonly StoredLogRow[];
  readonly isMore: boolean;
}

export interface PendingLimits {
  readonly rows: number;
  /** Of their text; a single row may be larger. */
  readonly bytes: number;
}

const FIRST_KEY = "00000000-0000-0000-0000-000000000000";

/** The place of a row in the order of pending rows. */
export type PendingPlace = Pick<StoredLogRow, "at" | "table" | "contentKey">;

/**
 * Reads the oldest pending rows, or those that follow a row. They stay pending until `removePending` removes them.
 */
export async function readPending(db: DomainDb, limits: PendingLimits, after?: PendingPlace): Promise<PendingRows> {
  // PostgreSQL knows the size of a text without reading it, so rows beyond the limit are not read.
  const rows = await db.query<StoredRow & { candidates: number }>(
    `with next as (
       select at, table_name, content_key from pending_rows
       where domain_id = $1 and (at, table_name, content_key) > ($4, $5, $6)
       order by at, table_name, content_key limit $2),
     sized as (
       select ${ROW_COLUMNS}, next.at as waiting_at, count(*) over ()::int as candidates,
         sum(octet_length(l.text)) over earlier - octet_length(l.text) as bytes_before,
         row_number() over earlier as place, octet_length(l.text) as bytes
       from next
       cross join lateral (
       select * from log_rows o
       where o.domain_id = $1 and o.table_name = next.table_name and o.content_key = next.content_key limit 1) l
       window earlier as (order by next.at, next.table_name, next.content_key))
     select * from sized where place = 1 or bytes_before + bytes <= $3 order by place`,
    [
      limits.rows,
      limits.bytes,
      after === undefined ? "-infinity" : new Date(after.at),
      after?.table ?? "",
      after?.contentKey ?? FIRST_KEY,
    ],
  );
  const candidates = rows[0]?.candidates ?? 0;
  return { rows: rows.map(toLogRow), isMore: candidates === limits.rows || candidates > rows.length };
}

/** Removes rows from the pending ones; returns how many of them were still pending. */
export function removePending(tx: DomainDb, rows: readonly StoredLogRow[]): Promise<number> {
  return tx.execute(
    `delete from pending_rows p using unnest($2::timestamptz[], $3::text[], $4::uuid[]) as done (at, table_name, content_key)
     where p.domain_id = $1 and p.at = done.at and p.table_name = done.table_name and p.content_key = done.content_key`,
    [rows.map(({ at }) => new Date(at)), rows.map(({ table }) => table), rows.map(({ contentKey }) => contentKey)],
  );
}

/** Lists those of these domains that have work for the pipeline: pending rows, or subjects that are due. */
export async function listDomainsWithWork(
  db: SystemDb,
  domainIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const rows = await db.query<{ domain_id: string }>(
    "select domains_with_work as domain_id from domains_with_work($1, $2)",
    [domainIds, now],
  );
  return rows.map(({ domain_id }) => domain_id);
}

/** Removes and returns some of the rows whose id has changed since they were processed. */
export async function takeRenamed(tx: DomainDb, limit: number): Promise<readonly RowContent[]> {
  const rows = await tx.query<{ table_name: LogTable; content_key: string }>(
    `delete from renamed_rows where domain_id = $1 and ctid = any(array(
       select ctid from renamed_rows where domain_id = $1 limit $2 for update))
     returning table_name, content_key`,
    [limit],
  );
  return rows.map((row) => ({ table: row.table_name, contentKey: row.content_key }));
}

/** Counts the pending rows, up to `upTo`. */
export async function countPending(db: DomainDb, upTo: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "select count(*)::int as count from (select from pending_rows where domain_id = $1 limit $2) counted",
    [upTo],
  );
  return row?.count ?? 0;
}
