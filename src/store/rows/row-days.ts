import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainStatement } from "../database/database.ts";

/** What is known of a day of a table. */
export interface RowDay {
  /** How many numbers of blocks were used. */
  readonly blocks: number;
  /** The rows were removed; none are accepted any more. */
  readonly isRemoved: boolean;
}

/** Reads what is known of days of a table, by day; a day without rows is left out. */
export function findRowDays(table: LogTable, days: Iterable<number>): DomainStatement<ReadonlyMap<number, RowDay>> {
  return {
    text: `select d.day, d.blocks, d.removed_at is not null as is_removed
     from unnest($3::integer[]) as given (day) cross join lateral (
       select day, blocks, removed_at from row_days
       where domain_id = $1 and table_name = $2 and day = given.day offset 0) d`,
    values: [table, [...new Set(days)]],
    read: ({ rows }) =>
      new Map(
        (rows as unknown as readonly { day: number; blocks: number; is_removed: boolean }[]).map((row) => [
          row.day,
          { blocks: row.blocks, isRemoved: row.is_removed },
        ]),
      ),
  };
}
