import type { Database } from "../../store/database/database.ts";
import { refreshStatistics } from "../../store/database/statistics.ts";

const FIRST_AFTER = 2_000;
const MOST_BETWEEN = 500_000;

/**
 * Lets the planner look at tables that have just been filled: until it has, it takes them for empty and reads them whole
 * where a key would do. Told of rows that were worked off, it does so each time their number has doubled.
 */
export function keepStatistics(database: Database): (rows: number) => Promise<void> {
  let sinceLast = 0;
  let after = FIRST_AFTER;
  return async (rows) => {
    sinceLast += rows;
    if (sinceLast < after) return;
    sinceLast = 0;
    after = Math.min(after * 2, MOST_BETWEEN);
    await refreshStatistics(database);
  };
}
