import type { CaseFinding } from "../../model/case-finding.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { byStrength, byTime } from "./finding-order.ts";

/** What of a case is shown, and how much is only counted. */
export interface ChosenEvents {
  /** In the order of time. */
  readonly shown: readonly CaseFinding[];
  /** Repeats of a detector that shows its share already. */
  readonly folded: number;
  /** Weaker than everything in a case that is full. */
  readonly overflow: number;
}

/**
 * The events a case shows: of each detector the strongest, then the earliest; of all of them the strongest that fit.
 * Those that a verdict has touched stay, so that a later one can take it back.
 */
export function chooseEvents(findings: readonly CaseFinding[], pinned: ReadonlySet<string>): ChosenEvents {
  const isPinned = ({ eventId }: CaseFinding): number => (pinned.has(eventId) ? 1 : 0);
  const ranked = [...findings].sort((left, right) => isPinned(right) - isPinned(left) || byStrength(left, right));
  const taken = new Map<string, number>();
  const unfolded = ranked.filter((finding) => {
    const before = taken.get(finding.detector) ?? 0;
    taken.set(finding.detector, before + 1);
    return before < CORRELATION.shownPerDetector || pinned.has(finding.eventId);
  });
  const shown = unfolded.slice(0, CORRELATION.maxEvents);
  return {
    shown: shown.sort(byTime),
    folded: findings.length - unfolded.length,
    overflow: Math.max(0, unfolded.length - CORRELATION.maxEvents),
  };
}
