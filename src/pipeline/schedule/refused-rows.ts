import { monotonicMs } from "../../runtime/clock.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { tryPipelineLock } from "../../store/database/pipeline-lock.ts";
import type { Domain } from "../../store/domains/domains.ts";
import { DamagedBlock, setAside } from "../../store/rows/pending-rows.ts";
import type { FailedRows } from "./batch-work.ts";
import type { WorkerParts } from "./worker-parts.ts";

/** What is known of batches of a domain that failed because of a row. */
export interface RefusedRows {
  /** How often the size of batches is divided by 8, to find the row. */
  divisions: number;
  /** When rows or blocks were set aside. */
  readonly setAsideAt: number[];
}

export const newRefusedRows = (): RefusedRows => ({ divisions: 0, setAsideAt: [] });

/** A division by 8, as a number of bits. */
export const DIVISION_BITS = 3;
/** So many can be set aside in an hour; if more fail, it is likely that rows are not the cause. */
const MAX_PER_HOUR = 20;
const HOUR_MS = 3_600_000;
/** Cardinality violations, data exceptions and exceeded limits: the database refuses a value of a row. */
const CLASSES: ReadonlySet<string> = new Set(["21", "22", "54"]);

/** Returns whether an error is that of a row, so that the same rows would fail again. */
function isCausedByRow(error: unknown): boolean {
  if (error instanceof DamagedBlock || error instanceof TypeError || error instanceof RangeError) return true;
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" && code.length === 5 && CLASSES.has(code.slice(0, 2));
}

/** A batch that failed. */
interface FailedBatch {
  readonly error: unknown;
  readonly domain: Domain;
  readonly db: DomainHandle;
  /** Its rows; undefined if they could not be read. */
  readonly failed: FailedRows | undefined;
  /** How many rows were to be read. */
  readonly asked: number;
}

/**
 * Handles the failure of a batch; returns whether to try again at once. If a row is the cause, the next batch is smaller; a row
 * that fails alone, and a block that cannot be read, are set aside, so that they do not stop the rows after them. They stay stored.
 */
export async function handleRefusal(
  { log, metrics }: Pick<WorkerParts, "log" | "metrics">,
  refused: RefusedRows,
  { error, domain, db, failed, asked }: FailedBatch,
): Promise<boolean> {
  if (!isCausedByRow(error)) return false;
  const isDamaged = error instanceof DamagedBlock;
  if ((failed?.rows.length ?? asked) !== 1 && !isDamaged) {
    refused.divisions += 1;
    metrics?.countFailedBatch();
    return true;
  }
  const now = monotonicMs();
  const recent = refused.setAsideAt.filter((at) => now - at < HOUR_MS);
  if (recent.length >= MAX_PER_HOUR) return false;
  refused.setAsideAt.splice(0, Infinity, ...recent, now);
  const done = await db.transaction(async (tx) =>
    (await tryPipelineLock(tx)) ? setAside(tx, isDamaged ? error.place : failed?.parts[0]) : undefined,
  );
  if (!done) return false;
  metrics?.countFailedBatch();
  metrics?.countSetAside(done.rows);
  const facts = { domain: domain.name, ...done, err: (error as Error).message };
  log.warn(facts, "rows cannot be analyzed and were set aside");
  return true;
}
