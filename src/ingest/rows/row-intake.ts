import { type BatchPacer, createBatchPacer } from "../../runtime/batch-pacer.ts";
import type { Database } from "../../store/database/database.ts";
import { openRowPartitions } from "../../store/rows/row-partitions.ts";

/** How a database stores the rows of deliveries. */
export interface RowIntake {
  /** Chooses how many rows a transaction of a delivery stores. */
  newPacer(): BatchPacer;
  /** Adds the partitions of days that have none yet. If one cannot be added, rows are stored without it. */
  addDays(days: ReadonlySet<number>, now: Date): Promise<void>;
}

/**
 * The target duration of a transaction: the embedded engine serves nothing else meanwhile. It stores about as much as the
 * minimum in this time; less would make small blocks.
 */
const PACE = { targetMs: 30, min: 256, max: 10_000 };
/** On PostgreSQL only other deliveries of the table wait for a transaction. */
const POSTGRES_PACE = { targetMs: 150, min: 1_024, max: 4_096 };

/** For an embedded database, and for callers with a handle of a domain only. */
export const SMALL_INTAKE: RowIntake = {
  newPacer: () => createBatchPacer(PACE),
  addDays: async () => undefined,
};

export function openRowIntake(database: Database): RowIntake {
  // An embedded database is small: its history does not need partitions.
  if (database.engine === "embedded") return SMALL_INTAKE;
  const partitions = openRowPartitions(database);
  return {
    newPacer: () => createBatchPacer(POSTGRES_PACE),
    addDays: partitions.addNew,
  };
}
