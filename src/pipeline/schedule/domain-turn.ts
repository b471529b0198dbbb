import { type BatchPacer, createBatchPacer } from "../../runtime/batch-pacer.ts";
import { monotonicMs } from "../../runtime/clock.ts";
import type { Domain } from "../../store/domains/domains.ts";
import type { KnownActivity } from "../activity/known-activity.ts";
import { judgeTurn } from "../correlate/correlate-subjects.ts";
import type { DetectorSet } from "../detect/detector-set.ts";
import { type Forgetting, forgetOldHits, newForgetting } from "../detect/forget-old-hits.ts";
import type { KnownHits } from "../detect/known-hits.ts";
import { BATCH_ROWS, processBatch } from "./process-batch.ts";
import type { WorkerParts } from "./worker-parts.ts";

/** The state of a domain's work in this process. */
export interface DomainProgress {
  failures: number;
  retryAt: number;
  readonly rowPacer: BatchPacer;
  forgetAt: number;
  readonly forgetting: Forgetting;
  readonly forgetPacer: BatchPacer;
}

/** How long a domain's turn lasts; a running batch is finished after that. */
const TURN_MS = 100;
/** The embedded engine serves nobody else during a transaction; PostgreSQL does. */
const TRANSACTION_MS = { embedded: 40, postgres: 100 };
const MIN_ROWS = 16;
const FORGET_EVERY_MS = 3_600_000;
const FORGET_RETRY_MS = 60_000;
const HITS_PER_STEP = { min: 100, max: 5_000 };

export function newProgress({ engine }: WorkerParts["database"]): DomainProgress {
  const targetMs = TRANSACTION_MS[engine];
  return {
    failures: 0,
    retryAt: 0,
    rowPacer: createBatchPacer({ targetMs, min: MIN_ROWS, max: BATCH_ROWS }),
    forgetAt: monotonicMs() + FORGET_EVERY_MS,
    forgetting: newForgetting(),
    forgetPacer: createBatchPacer({ targetMs, ...HITS_PER_STEP }),
  };
}

export interface TurnParts extends WorkerParts {
  readonly onProcessed: (rows: number) => void;
  readonly knownHits: KnownHits;
  readonly knownActivity: KnownActivity;
  readonly isStopped: () => boolean;
}

/**
 * Runs a domain's turn: processes rows, then judges subjects, then deletes expired hits. Returns whether more work is
 * left.
 */
export async function takeTurn(parts: TurnParts, domain: Domain, progress: DomainProgress): Promise<boolean> {
  const end = monotonicMs() + TURN_MS;
  const isOver = (): boolean => parts.isStopped() || monotonicMs() >= end;
  const detectors = await parts.detectorsFor(domain);
  if (await processRows(parts, domain, detectors, progress, isOver)) return true;
  const db = parts.database.forDomain(domain.domainId);
  const { isMore } = await judgeTurn(db, parts.clock, isOver);
  if (isMore || progress.forgetAt > monotonicMs()) return isMore;
  return !(await forget(parts, domain, detectors, progress, isOver));
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
    const { detector } = forgetting.position;
    log.warn(
      { domain: domain.name, after: detector, err: (error as Error).message },
      "expired hits could not be deleted",
    );
  }
  progress.forgetAt = monotonicMs() + pauseMs;
  return true;
}

/** Processes pending rows until the turn is over; returns whether more are left. */
async function processRows(
  { database, clock, log, metrics, onProcessed, knownHits, knownActivity }: TurnParts,
  domain: Domain,
  detectors: DetectorSet,
  { rowPacer, failures }: DomainProgress,
  isOver: () => boolean,
): Promise<boolean> {
  const db = database.forDomain(domain.domainId);
  const onProblem = (slug: string, error: Error): void => {
    metrics?.countDetectorFailure();
    log.warn({ domain: domain.name, detector: slug, err: error.message }, "a detector failed");
  };
  do {
    // A failed batch may have been too large for the database, so the next one is smaller.
    const limit = Math.max(1, rowPacer.size() >> Math.min(failures, 10));
    const done = await processBatch(db, clock, detectors, { limit, knownHits, knownActivity, onProblem });
    rowPacer.record(done.rows, done.transactionMs);
    metrics?.countBatch(done.rows, done.threats);
    onProcessed(done.rows);
    if (!done.isMore) return false;
  } while (!isOver());
  return true;
}
