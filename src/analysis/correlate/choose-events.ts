import { MAX_EVENTS_PER_CASE } from "../../model/case.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { byStrength, byTime } from "./finding-order.ts";

/**
 * Returns the events a case shows, in time order: the strongest that fit. Events that a verdict has changed are pinned, so
 * that a later verdict can undo that change.
 */
export function chooseEvents(findings: readonly CaseFinding[], pinned: ReadonlySet<string>): readonly CaseFinding[] {
  const isPinned = ({ eventId }: CaseFinding): number => (pinned.has(eventId) ? 1 : 0);
  return [...findings]
    .sort((left, right) => isPinned(right) - isPinned(left) || byStrength(left, right))
    .slice(0, MAX_EVENTS_PER_CASE)
    .sort(byTime);
}
