import { DAY_MS } from "../../analysis/detect/stateful-detector.ts";
import type { BatchPacer } from "../../runtime/batch-pacer.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { FIRST_ACTOR, forgetHitActors } from "../../store/threats/hit-actors.ts";
import { FIRST_HIT, forgetHits, type HitExpiry, type HitPosition } from "../../store/threats/hits.ts";
import { forgetPeriodLimits } from "../../store/threats/period-limits.ts";
import type { DetectorSet } from "./detector-set.ts";
import { memoriesOf } from "./hit-memory.ts";

/** The position of the expiry walk in a domain, in its hits or in their actors; an interrupted walk resumes there. */
export interface Forgetting {
  position: HitPosition | { readonly actor: string };
}

export const newForgetting = (): Forgetting => ({ position: FIRST_HIT });

/** Other processes store actors by their own clocks. */
const CLOCK_MARGIN_DAYS = 1;

/** A limit is of the latest period of its group; without new hits it is not needed any more. */
const LIMITS_KEPT_DAYS = 30;

/** Memories of detectors that were removed. Hits of other unknown detectors stay: their rule may only be refused for now. */
const RETIRED_MEMORIES = ["off_hours@1"];

export interface ForgettingParts {
  readonly clock: Clock;
  /** Sets how many hits one transaction checks. */
  readonly pacer: BatchPacer;
  /** Whether the time of this turn is used up. */
  readonly isOver: () => boolean;
}

/**
 * Deletes expired hits, and then the actors of expired hits, a bounded number in each transaction. Returns true at the end
 * of the walk and false if the turn ended first; after a failure the next call retries from the same position with a
 * smaller batch.
 */
export async function forgetOldHits(
  db: DomainHandle,
  { stateful }: DetectorSet,
  forgetting: Forgetting,
  { clock, pacer, isOver }: ForgettingParts,
): Promise<boolean> {
  const now = clock().getTime();
  const expiries = [
    ...memoriesOf(stateful).map(({ name, keptMs }) => ({ detector: name, before: new Date(now - keptMs) })),
    ...RETIRED_MEMORIES.map((name) => ({ detector: name, before: new Date(now) })),
  ];
  do {
    const limit = pacer.size();
    const startedAt = monotonicMs();
    try {
      forgetting.position = (await forgetSome(db, expiries, forgetting.position, { limit, now })) ?? FIRST_HIT;
      if (forgetting.position === FIRST_HIT) return true;
    } finally {
      pacer.record(limit, monotonicMs() - startedAt);
    }
  } while (!isOver());
  return false;
}

/** Checks the next hits or actors; returns the position after them, or undefined at the end of the walk. */
async function forgetSome(
  db: DomainHandle,
  expiries: readonly HitExpiry[],
  position: Forgetting["position"],
  { limit, now }: { readonly limit: number; readonly now: number },
): Promise<Forgetting["position"] | undefined> {
  if (!("actor" in position)) return (await forgetHits(db, expiries, position, limit)) ?? { actor: FIRST_ACTOR };
  const today = Math.floor(now / DAY_MS);
  const actor = await forgetHitActors(db, today - CLOCK_MARGIN_DAYS, position.actor, limit);
  if (actor !== undefined) return { actor };
  await forgetPeriodLimits(db, now - LIMITS_KEPT_DAYS * DAY_MS, limit);
  return undefined;
}
