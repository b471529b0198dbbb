import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainStatement } from "../database/database.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Counts new rows of a table in the hour they were received in, and removes the counts of hours that are no longer shown. */
export function countReceivedRows(
  table: LogTable,
  rows: readonly { readonly at: number }[],
  receivedAt: Date,
): readonly DomainStatement<void>[] {
  if (rows.length === 0) return [];
  const [first, last] = rows.reduce(([from, to], { at }) => [Math.min(from, at), Math.max(to, at)] as const, [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const);
  return [
    {
      text: `with counted as (
       insert into received_hours as h (domain_id, table_name, hour, rows) values ($1, $2, $3, $4)
       on conflict (domain_id, table_name, hour) do update set rows = h.rows + excluded.rows),
     removed as (delete from received_hours where domain_id = $1 and table_name = $2 and hour < $5)
     update log_tables set first_row_at = least(first_row_at, $6), last_row_at = greatest(last_row_at, $7)
     where domain_id = $1 and table_name = $2`,
      values: [
        table,
        new Date(Math.floor(receivedAt.getTime() / HOUR_MS) * HOUR_MS),
        rows.length,
        new Date(receivedAt.getTime() - 2 * DAY_MS),
        new Date(first),
        new Date(last),
      ],
      read: () => undefined,
    },
  ];
}

/** What was received of a log table. */
export interface ReceivedTable {
  readonly table: LogTable;
  /** The time of the last delivery. */
  readonly receivedAt: Date;
  /** The earliest and the latest event time. */
  readonly firstRowAt: Date | null;
  readonly lastRowAt: Date | null;
  /** Rows of the last 24 hours, by the hour of their receipt. */
  readonly rowsLastDay: number;
}

/** Returns the log tables of which rows were received, by name. */
export async function readReceivedTables(db: DomainDb, now: Date): Promise<readonly ReceivedTable[]> {
  const rows = await db.query<{
    table_name: LogTable;
    received_at: Date;
    first_row_at: Date | null;
    last_row_at: Date | null;
    rows: string;
  }>(
    `select t.table_name, t.received_at, t.first_row_at, t.last_row_at, coalesce((
       select sum(h.rows) from received_hours h
       where h.domain_id = $1 and h.table_name = t.table_name and h.hour > $2), 0)::text as rows
     from log_tables t where t.domain_id = $1 order by t.table_name`,
    [new Date(now.getTime() - DAY_MS)],
  );
  return rows.map((row) => ({
    table: row.table_name,
    receivedAt: row.received_at,
    firstRowAt: row.first_row_at,
    lastRowAt: row.last_row_at,
    rowsLastDay: Number(row.rows),
  }));
}
