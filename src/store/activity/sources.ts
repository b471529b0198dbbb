import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";

/** A log table with processed rows, and the first and last day of their events. */
export interface ActivitySource {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly rows: number;
}

export async function readSources(db: DomainDb): Promise<ReadonlyMap<LogTable, ActivitySource>> {
  const rows = await db.query<{ table_name: LogTable; first_day: number; last_day: number; rows: string }>(
    "select table_name, first_day, last_day, rows from activity_sources where domain_id = $1 order by table_name",
  );
  return new Map(
    rows.map((row) => [row.table_name, { firstDay: row.first_day, lastDay: row.last_day, rows: Number(row.rows) }]),
  );
}
