import type { CaseFinding } from "../../model/case-finding.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { byStrength, byTime } from "./finding-order.ts";

/** A bounded view of a case: the strongest findings of each detector, and the number of all findings. */
export interface CaseOverview {
  /** In the order of time. */
  readonly findings: readonly CaseFinding[];
  /** By detector. */
  readonly counts: ReadonlyMap<string, number>;
}

export const EMPTY_OVERVIEW: CaseOverview = { findings: [], counts: new Map() };

/**
 * Adds findings to an overview: keeps the strongest findings of each detector, then the earliest, and the pinned ones.
 * Adding findings one by one, in any order, gives the same result as adding them all at once.
 */
export function condense(
  overview: CaseOverview,
  added: readonly CaseFinding[],
  pinned: ReadonlySet<string>,
): CaseOverview {
  const counts = new Map(overview.counts);
  for (const { detector } of added) counts.set(detector, (counts.get(detector) ?? 0) + 1);
  const places = new Map<string, number>();
  const findings = [...overview.findings, ...added].sort(byStrength).filter(({ detector, eventId }) => {
    const place = (places.get(detector) ?? 0) + 1;
    places.set(detector, place);
    return place <= CORRELATION.countedPerDetector || pinned.has(eventId);
  });
  return { findings: findings.sort(byTime), counts };
}

/** Returns the number of all findings of an overview. */
export const totalOf = ({ counts }: CaseOverview): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
