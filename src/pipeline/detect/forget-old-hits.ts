import type { BatchPacer } from "../../runtime/batch-pacer.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { FIRST_HIT, forgetHits, type HitPosition } from "../../store/threats/hits.ts";
import type { DetectorSet } from "./detector-set.ts";
import { memoriesOf } from "./hit-memory.ts";

/** The position of the expiry walk in a domain; an interrupted walk resumes there. */
export interface Forgetting {
  position: HitPosition;
}

export const newForgetting = (): Forgetting => ({ position: FIRST_HIT });

export interface ForgettingParts {
  readonly clock: Clock;
  /** Sets how many hits one transaction checks. */
  readonly pacer: BatchPacer;
  /** Whether the time of this turn is used up. */
  readonly isOver: () => boolean;
}

/**
 * Deletes expired hits, a bounded number in each transaction. Returns true at the end of the walk and false if the turn
 * ended first; after a failure the next call retries from the same position with a smaller batch.
 */
export async function forgetOldHits(
  db: DomainHandle,
  { stateful }: DetectorSet,
  forgetting: Forgetting,
  { clock, pacer, isOver }: ForgettingParts,
): Promise<boolean> {
  const now = clock().getTime();
  const expiries = memoriesOf(stateful).map(({ name, keptMs }) => ({ detector: name, before: new Date(now - keptMs) }));
  do {
    const limit = pacer.size();
    const startedAt = monotonicMs();
    try {
      const next = await forgetHits(db, expiries, forgetting.position, limit);
      forgetting.position = next ?? FIRST_HIT;
      if (!next) return true;
    } finally {
      pacer.record(limit, monotonicMs() - startedAt);
    }
  } while (!isOver());
  return false;
}
