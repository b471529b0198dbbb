import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";

/** A log table with processed rows. */
export interface ActivitySource {
  /** The first day that its rows cover without a long gap; rows from before such a gap do not show what happened in it. */
  readonly firstDay: number;
  /** The last day with rows. */
  readonly lastDay: number;
  readonly rows: number;
}

/** After so many days without rows a table did not deliver, whatever came before. */
const MAX_GAP = 14;

/** Returns the log tables with rows, and the days that they cover before a day. */
export async function readSources(db: DomainDb, day: number): Promise<ReadonlyMap<LogTable, ActivitySource>> {
  const rows = await db.query<{ table_name: LogTable; first_day: number; last_day: number; rows: string }>(
    `select s.table_name, coalesce(c.first_day, s.first_day) as first_day, coalesce(c.last_day, s.last_day) as last_day, s.rows
     from activity_sources s left join (
       select table_name, max(day) filter (where gap is null or gap > $3) as first_day, max(day) as last_day
       from (select table_name, day, day - lag(day) over (partition by table_name order by day) as gap
         from activity_source_days where domain_id = $1 and day < $2) gaps
       group by table_name) c on c.table_name = s.table_name
     where s.domain_id = $1 order by s.table_name`,
    [day, MAX_GAP],
  );
  return new Map(
    rows.map((row) => [row.table_name, { firstDay: row.first_day, lastDay: row.last_day, rows: Number(row.rows) }]),
  );
}

/** Returns the days with processed rows of each log table, from a day on, in order. */
export async function readSourceDays(
  db: DomainDb,
  firstDay: number,
): Promise<ReadonlyMap<LogTable, readonly number[]>> {
  const rows = await db.query<{ table_name: LogTable; days: readonly number[] }>(
    `select table_name, array_agg(day order by day) as days from activity_source_days
     where domain_id = $1 and table_name = any($2::text[]) and day >= $3 group by table_name`,
    [LOG_TABLES, firstDay],
  );
  return new Map(rows.map(({ table_name, days }) => [table_name, days]));
}
