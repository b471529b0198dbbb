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
 * The target duration of a transaction. The embedded engine serves nothing else meanwhile; it stores about as much as the
 * minimum in this time, and less would make small blocks. On PostgreSQL only other deliveries of the table wait.
 */
const PACE = {
  embedded: { targetMs: 30, min: 256, max: 10_000 },
  postgres: { targetMs: 150, min: 1_024, max: 4_096 },
};

/** For callers with a handle of a domain only. */
export const SMALL_INTAKE: RowIntake = {
  newPacer: () => createBatchPacer(PACE.embedded),
  addDays: async () => undefined,
};

export function openRowIntake(database: Database): RowIntake {
  const partitions = openRowPartitions(database);
  return {
    newPacer: () => createBatchPacer(PACE[database.engine]),
    // Rows are stored without a partition of their day too, and what else is wrong their transaction will say.
    addDays: (days, now) => partitions.addNew(days, now).catch(() => undefined),
  };
}
