import type { Database } from "../../store/database/database.ts";
import { refreshChangedStatistics } from "../../store/database/statistics.ts";

const FIRST_AFTER_ROWS = 2_000;
const MAX_ROWS_BETWEEN = 500_000;

/**
 * Refreshes the planner's statistics of changed tables each time the number of processed rows has doubled. Without statistics the planner
 * assumes that a newly filled table is empty and scans it instead of using an index.
 */
export function keepStatistics(database: Database): (rows: number) => Promise<void> {
  let sinceLast = 0;
  let after = FIRST_AFTER_ROWS;
  return async (rows) => {
    sinceLast += rows;
    if (sinceLast < after) return;
    sinceLast = 0;
    after = Math.min(after * 2, MAX_ROWS_BETWEEN);
    await refreshChangedStatistics(database);
  };
}
