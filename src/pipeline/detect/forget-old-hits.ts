import type { BatchPacer } from "../../runtime/batch-pacer.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { FIRST_HIT, forgetHits, type HitPosition } from "../../store/threats/hits.ts";
import type { DetectorSet } from "./detector-set.ts";
import { memoriesOf } from "./hit-memory.ts";

/** How far forgetting has come in a domain; a walk that is interrupted goes on where it was. */
export interface Forgetting {
  position: HitPosition;
}

export const newForgetting = (): Forgetting => ({ position: FIRST_HIT });

export interface ForgettingParts {
  readonly clock: Clock;
  /** How many hits are looked at in one transaction. */
  readonly pacer: BatchPacer;
  /** Whether to leave the rest for later. */
  readonly isOver: () => boolean;
}

/**
 * Forgets hits that no row can meet any more, a bounded number in each transaction. Answers true at the end of the walk,
 * and false when it was interrupted; a failure leaves the position where it was, and the next try smaller.
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
