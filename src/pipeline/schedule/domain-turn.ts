import { type BatchPacer, createBatchPacer } from "../../runtime/batch-pacer.ts";
import { monotonicMs } from "../../runtime/clock.ts";
import type { Domain } from "../../store/domains/domains.ts";
import { judgeTurn } from "../correlate/correlate-subjects.ts";
import type { DetectorSet } from "../detect/detector-set.ts";
import { type Forgetting, forgetOldHits, newForgetting } from "../detect/forget-old-hits.ts";
import type { KnownHits } from "../detect/known-hits.ts";
import { BATCH_ROWS, processBatch } from "./process-batch.ts";
import type { WorkerParts } from "./worker-parts.ts";

/** How it goes with a domain, as this process sees it. */
export interface DomainProgress {
  failures: number;
  retryAt: number;
  readonly rowPacer: BatchPacer;
  forgetAt: number;
  readonly forgetting: Forgetting;
  readonly forgetPacer: BatchPacer;
}

/** How long a domain has its turn. The batch that is under way then is finished. */
const TURN_MS = 100;
/** Nobody else can use the embedded engine during a transaction; PostgreSQL serves others meanwhile. */
const TRANSACTION_MS = { embedded: 40, postgres: 100 };
const FEWEST_ROWS = 16;
const FORGET_EVERY_MS = 3_600_000;
const FORGET_AGAIN_MS = 60_000;
const HITS_LOOKED_AT = { min: 100, max: 5_000 };

export function newProgress({ engine }: WorkerParts["database"]): DomainProgress {
  const targetMs = TRANSACTION_MS[engine];
  return {
    failures: 0,
    retryAt: 0,
    rowPacer: createBatchPacer({ targetMs, min: FEWEST_ROWS, max: BATCH_ROWS }),
    forgetAt: monotonicMs() + FORGET_EVERY_MS,
    forgetting: newForgetting(),
    forgetPacer: createBatchPacer({ targetMs, ...HITS_LOOKED_AT }),
  };
}

export interface TurnParts extends WorkerParts {
  readonly onWorked: (rows: number) => void;
  readonly knownHits: KnownHits;
  readonly isStopped: () => boolean;
}

/** Gives a domain its turn: rows first, then subjects to judge, then hits to forget. Answers whether it has more to do. */
export async function takeTurn(parts: TurnParts, domain: Domain, progress: DomainProgress): Promise<boolean> {
  const end = monotonicMs() + TURN_MS;
  const isOver = (): boolean => parts.isStopped() || monotonicMs() >= end;
  const detectors = await parts.detectorsFor(domain);
  if (await workOff(parts, domain, detectors, progress, isOver)) return true;
  const db = parts.database.forDomain(domain.domainId);
  const { isMore } = await judgeTurn(db, parts.clock, isOver);
  if (isMore || progress.forgetAt > monotonicMs()) return isMore;
  return !(await forget(parts, domain, detectors, progress, isOver));
}

/** Forgets old hits until the turn is over; answers whether that is all for now. */
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
    pauseMs = FORGET_AGAIN_MS;
    const { detector } = forgetting.position;
    log.warn(
      { domain: domain.name, after: detector, err: (error as Error).message },
      "old hits could not be forgotten",
    );
  }
  progress.forgetAt = monotonicMs() + pauseMs;
  return true;
}

/** Works pending rows off until the turn is over; answers whether there are more. */
async function workOff(
  { database, clock, log, metrics, onWorked, knownHits }: TurnParts,
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
    // A batch that fails may be too much for the database: the next try takes less.
    const limit = Math.max(1, rowPacer.size() >> Math.min(failures, 10));
    const done = await processBatch(db, clock, detectors, { limit, knownHits, onProblem });
    rowPacer.record(done.rows, done.transactionMs);
    metrics?.countBatch(done.rows, done.threats);
    onWorked(done.rows);
    if (!done.isMore) return false;
  } while (!isOver());
  return true;
}
