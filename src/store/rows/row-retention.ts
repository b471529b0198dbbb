import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";

/** How long rows are kept where nothing else is set. */
export const DEFAULT_ROW_DAYS = 90;
export const MAX_ROW_DAYS = 3_650;

/** The entry for all tables without one of their own. */
const ALL_TABLES = "";

/** For how many days the rows of each table are kept. */
export interface RowRetention {
  /** For tables without a value of their own. */
  readonly days: number;
  readonly byTable: ReadonlyMap<LogTable, number>;
}

export async function readRetention(db: DomainDb): Promise<RowRetention> {
  const rows = await db.query<{ table_name: LogTable | typeof ALL_TABLES; days: number }>(
    "select table_name, days from row_retention where domain_id = $1 order by table_name",
  );
  const all = new Map(rows.map(({ table_name, days }) => [table_name, days]));
  return {
    days: all.get(ALL_TABLES) ?? DEFAULT_ROW_DAYS,
    byTable: new Map(LOG_TABLES.flatMap((table) => toEntry(table, all.get(table)))),
  };
}

const toEntry = (table: LogTable, days: number | undefined): readonly (readonly [LogTable, number])[] =>
  days === undefined ? [] : [[table, days]];

export const daysKept = ({ days, byTable }: RowRetention, table: LogTable): number => byTable.get(table) ?? days;

/**
 * Sets for how many days the rows of a table are kept, or of all tables without a value of their own. Without a number, the
 * value is deleted.
 */
export async function saveRetention(
  tx: DomainDb,
  table: LogTable | undefined,
  days: number | undefined,
): Promise<void> {
  if (days === undefined) {
    await tx.execute("delete from row_retention where domain_id = $1 and table_name = $2", [table ?? ALL_TABLES]);
    return;
  }
  await tx.execute(
    `insert into row_retention (domain_id, table_name, days) values ($1, $2, $3)
     on conflict (domain_id, table_name) do update set days = excluded.days`,
    [table ?? ALL_TABLES, days],
  );
}
