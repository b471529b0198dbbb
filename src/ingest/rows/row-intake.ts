import type { Database } from "../../store/database/database.ts";
import { openRowPartitions } from "../../store/rows/row-partitions.ts";

/** How a database prepares for the rows of deliveries. */
export interface RowIntake {
  /** Adds the partitions of days that have none yet. If one cannot be added, rows are stored without it. */
  addDays(days: ReadonlySet<number>, now: Date): Promise<void>;
}

export function openRowIntake(database: Database): RowIntake {
  // An embedded database is small: its history does not need partitions.
  if (database.engine === "embedded") return { addDays: async () => undefined };
  return { addDays: openRowPartitions(database).addNew };
}
