import type { CaseFinding } from "../../model/case-finding.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { byStrength, byTime } from "./finding-order.ts";

/**
 * The events a case shows, in the order of time: the strongest that fit. Those that a verdict has touched stay, so that
 * a later one can take it back.
 */
export function chooseEvents(findings: readonly CaseFinding[], pinned: ReadonlySet<string>): readonly CaseFinding[] {
  const isPinned = ({ eventId }: CaseFinding): number => (pinned.has(eventId) ? 1 : 0);
  return [...findings]
    .sort((left, right) => isPinned(right) - isPinned(left) || byStrength(left, right))
    .slice(0, CORRELATION.maxEvents)
    .sort(byTime);
}
