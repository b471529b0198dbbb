import { type BatchPacer, createBatchPacer } from "../../runtime/batch-pacer.ts";
import { monotonicMs } from "../../runtime/clock.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import type { Domain } from "../../store/domains/domains.ts";
import { deleteExpiredBlocks, expireRows } from "../../store/rows/expire-rows.ts";
import { mergeSmallBlocks } from "../../store/rows/merge-blocks.ts";
import { listOldDays, moveOldRows } from "../../store/rows/move-old-rows.ts";
import type { RowPartitions } from "../../store/rows/row-partitions.ts";
import type { KnownActivity } from "../activity/known-activity.ts";
import { judgeTurn } from "../correlate/correlate-subjects.ts";
import type { DetectorSet } from "../detect/detector-set.ts";
import { type Forgetting, forgetOldHits, newForgetting } from "../detect/forget-old-hits.ts";
import type { KnownHits } from "../detect/known-hits.ts";
import { BATCH_BYTES, BATCH_ROWS, type FailedRows } from "./batch-work.ts";
import { type OnBatch, processAll } from "./process-batch.ts";
import { DIVISION_BITS, handleRefusal, newRefusedRows, type RefusedRows } from "./refused-rows.ts";
import type { WorkerParts } from "./worker-parts.ts";

/** The state of a domain's work in this process. */
export interface DomainProgress {
  failures: number;
  retryAt: number;
  readonly rowPacer: BatchPacer;
  /** The size of batches while nobody is known to wait for them. */
  readonly longPacer: BatchPacer;
  readonly refused: RefusedRows;
  /** There may be rows that are not in blocks yet. */
  hasOldRows: boolean;
  readonly movePacer: BatchPacer;
  /** When small blocks of rows are merged. */
  mergeAt: number;
  forgetAt: number;
  readonly forgetting: Forgetting;
  readonly forgetPacer: BatchPacer;
}

/** How long a domain's turn lasts, and while no other domain waits; a running batch is finished after that. */
const TURN_MS = 100;
const ALONE_TURN_MS = 5_000;
/** The embedded engine serves nobody else during a transaction; PostgreSQL does. */
const TRANSACTION_MS = { embedded: 26, postgres: 100 };
/**
 * On PostgreSQL while no other domain has work, in the embedded engine while the service is idle. Every batch has about 30
 * statements, whatever its size, so that longer ones cost less per row. Requests that end a pause may wait for one of them.
 */
const LONG = {
  embedded: { targetMs: 200, rows: BATCH_ROWS, bytes: BATCH_BYTES },
  postgres: { targetMs: 1_000, rows: 4 * BATCH_ROWS, bytes: 4 * BATCH_BYTES },
};
const MIN_ROWS = 16;
const FORGET_EVERY_MS = 3_600_000;
const FORGET_FIRST_MS = 360_000;
const FORGET_RETRY_MS = 60_000;
/** How long after the first of several small deliveries their blocks are merged. */
const MERGE_AFTER_MS = 600_000;
const HITS_PER_STEP = { min: 100, max: 5_000 };
const MOVED_ROWS = { min: 100, max: 5_000 };
const BLOCKS_PER_STEP = 16;

export function newProgress({
  database: { engine },
  chance,
}: Pick<WorkerParts, "database" | "chance">): DomainProgress {
  const targetMs = TRANSACTION_MS[engine];
  const long = LONG[engine];
  return {
    failures: 0,
    retryAt: 0,
    rowPacer: createBatchPacer({ targetMs, min: MIN_ROWS, max: BATCH_ROWS }),
    longPacer: createBatchPacer({ targetMs: long.targetMs, min: MIN_ROWS, max: long.rows }),
    refused: newRefusedRows(),
    hasOldRows: true,
    movePacer: createBatchPacer({ targetMs, ...MOVED_ROWS }),
    mergeAt: monotonicMs() + FORGET_EVERY_MS,
    // At different times for different domains, and in time also for a process that is restarted often.
    forgetAt: monotonicMs() + FORGET_FIRST_MS + chance() * (FORGET_EVERY_MS - FORGET_FIRST_MS),
    forgetting: newForgetting(),
    forgetPacer: createBatchPacer({ targetMs, ...HITS_PER_STEP }),
  };
}

/** Whether something of the domain expires or can be merged. */
export const isUpkeepDue = ({ forgetAt, mergeAt }: DomainProgress): boolean =>
  Math.min(forgetAt, mergeAt) <= monotonicMs();

export interface TurnParts extends WorkerParts {
  readonly onProcessed: (rows: number) => void;
  readonly knownHits: KnownHits;
  readonly knownActivity: KnownActivity;
  readonly partitions: RowPartitions;
  readonly isStopped: () => boolean;
  /** Returns whether no other domain has work. */
  readonly isAlone: () => boolean;
}

/**
 * Runs a domain's turn: moves rows of earlier versions into blocks, processes rows, judges subjects, and deletes expired
 * hits and rows. Returns whether more work is left.
 */
export async function takeTurn(parts: TurnParts, domain: Domain, progress: DomainProgress): Promise<boolean> {
  const startedAt = monotonicMs();
  const isOver = (): boolean =>
    parts.isStopped() || monotonicMs() - startedAt >= (parts.isAlone() ? ALONE_TURN_MS : TURN_MS);
  const detectors = await parts.detectorsFor(domain);
  const db = parts.database.forDomain(domain.domainId);
  if (progress.hasOldRows) await moveRows(parts, db, progress);
  if (await processRows(parts, domain, detectors, progress, isOver)) {
    // The disk of a domain that always has rows must not fill.
    if (progress.forgetAt + FORGET_EVERY_MS <= monotonicMs())
      await removeExpired(parts, domain, detectors, progress, isOver);
    return true;
  }
  const { isMore } = await judgeTurn(db, parts.clock, isOver);
  if (isMore || progress.hasOldRows) return true;
  if (progress.mergeAt <= monotonicMs() && (await mergeRows(parts, domain, db, progress))) return true;
  if (progress.forgetAt > monotonicMs()) return false;
  return !(await removeExpired(parts, domain, detectors, progress, isOver));
}

/** Removes rows and hits whose time is over; returns whether all hits were looked at. */
async function removeExpired(
  parts: TurnParts,
  domain: Domain,
  detectors: DetectorSet,
  progress: DomainProgress,
  isOver: () => boolean,
): Promise<boolean> {
  await removeExpiredRows(parts, domain, parts.database.forDomain(domain.domainId), isOver);
  return forget(parts, domain, detectors, progress, isOver);
}

/** Moves some of the rows that an earlier version stored outside of blocks; pending ones first. */
async function moveRows({ clock, partitions }: TurnParts, db: DomainHandle, progress: DomainProgress): Promise<void> {
  const limit = progress.movePacer.size();
  await partitions.add(await listOldDays(db, limit), clock());
  const startedAt = monotonicMs();
  const moved = await moveOldRows(db, limit);
  progress.movePacer.record(moved, monotonicMs() - startedAt);
  progress.hasOldRows = moved > 0;
}

/** Merges some of the small blocks of a domain; returns whether more are left. */
async function mergeRows(
  { clock, log }: TurnParts,
  domain: Domain,
  db: DomainHandle,
  progress: DomainProgress,
): Promise<boolean> {
  try {
    if ((await mergeSmallBlocks(db, clock())) > 0) return true;
  } catch (error) {
    log.warn({ domain: domain.name, err: (error as Error).message }, "small blocks of rows could not be merged");
  }
  progress.mergeAt = monotonicMs() + FORGET_EVERY_MS;
  return false;
}

/** Removes rows whose retention is over. What one turn leaves is removed in the next round. */
async function removeExpiredRows(
  { clock, log, metrics }: TurnParts,
  domain: Domain,
  db: DomainHandle,
  isOver: () => boolean,
): Promise<void> {
  try {
    metrics?.countRemoved(await expireRows(db, clock()));
    while ((await deleteExpiredBlocks(db, clock(), BLOCKS_PER_STEP)) > 0 && !isOver());
  } catch (error) {
    log.warn({ domain: domain.name, err: (error as Error).message }, "expired rows could not be removed");
  }
}

/** Deletes expired hits until the turn is over; returns whether all of them are deleted. */
async function forget(
  { database, clock, log }: TurnParts,
  domain: Domain,
  detectors: DetectorSet,
  progress: DomainProgress,
  isOver: () => boolean,
): Promise<boolean> {
  const { forgetting, forgetPacer: pacer } = progress;
  const db = database.forDomain(domain.domainId);
  let pauseMs = FORGET_EVERY_MS;
  try {
    if (!(await forgetOldHits(db, detectors, forgetting, { clock, pacer, isOver }))) return false;
  } catch (error) {
    pauseMs = FORGET_RETRY_MS;
    log.warn({ domain: domain.name, err: (error as Error).message }, "expired hits could not be deleted");
  }
  progress.forgetAt = monotonicMs() + pauseMs;
  return true;
}

const never = (): boolean => false;

/** Processes pending rows until the turn is over; returns whether more are left. */
async function processRows(
  parts: TurnParts,
  domain: Domain,
  detectors: DetectorSet,
  progress: DomainProgress,
  isOver: () => boolean,
): Promise<boolean> {
  const {
    database,
    clock,
    log,
    metrics,
    onProcessed,
    knownHits,
    knownActivity,
    isAlone,
    isStopped,
    isIdle = never,
  } = parts;
  const db = database.forDomain(domain.domainId);
  const { rowPacer, longPacer, refused } = progress;
  const isPostgres = database.engine === "postgres";
  const takesLong = isPostgres ? isAlone : isIdle;
  let pacer = rowPacer;
  const onProblem = (slug: string, error: Error): void => {
    metrics?.countDetectorFailure();
    log.warn({ domain: domain.name, detector: slug, err: error.message }, "a detector failed");
  };
  let isMore = true;
  const onBatch: OnBatch = (done, isNextReady) => {
    // On PostgreSQL the size of the next batch is chosen before this one is stored.
    for (const used of isPostgres ? [rowPacer, longPacer] : [pacer]) used.record(done.rows, done.transactionMs);
    metrics?.countBatch(done.rows, done.threats);
    onProcessed(done.rows);
    refused.divisions = Math.max(0, refused.divisions - 1);
    if (done.rows > 0) progress.mergeAt = Math.min(progress.mergeAt, monotonicMs() + MERGE_AFTER_MS);
    isMore = done.isMore;
    // To examine rows twice costs more than a turn that is one batch longer.
    return isMore && !(isNextReady ? isStopped() : isOver());
  };
  let asked = 0;
  let failed: FailedRows | undefined;
  const onFailed = (batch: FailedRows): void => {
    failed = batch;
  };
  // A failed batch may have been too large for the database, so the next one is smaller.
  const limit = (): number => {
    pacer = takesLong() ? longPacer : rowPacer;
    const size = pacer.size() >> Math.min(progress.failures, 10);
    asked = Math.max(1, size >> Math.min(DIVISION_BITS * refused.divisions, 30));
    return asked;
  };
  const { bytes } = LONG[database.engine];
  // In the embedded database a transaction that waits for the detectors would delay requests.
  const overlaps = (): boolean => isPostgres && isAlone() && !isOver() && refused.divisions === 0;
  const options = { limit, bytes, overlaps, readsAhead: isPostgres, knownHits, knownActivity, onProblem, onFailed };
  do {
    failed = undefined;
    try {
      await processAll(db, clock, detectors, onBatch, options);
      return isMore;
    } catch (error) {
      if (!(await handleRefusal(parts, refused, { error, domain, db, failed, asked }))) throw error;
    }
  } while (!isOver());
  return true;
}
