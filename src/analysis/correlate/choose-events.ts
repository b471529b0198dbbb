import type { CaseFinding } from "../../model/case-finding.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { byStrength, byTime } from "./finding-order.ts";

/**
 * Returns the events a case shows, in time order: the strongest that fit. Events that a verdict has changed are pinned, so
 * that a later verdict can revert it.
 */
export function chooseEvents(findings: readonly CaseFinding[], pinned: ReadonlySet<string>): readonly CaseFinding[] {
  const isPinned = ({ eventId }: CaseFinding): number => (pinned.has(eventId) ? 1 : 0);
  return [...findings]
    .sort((left, right) => isPinned(right) - isPinned(left) || byStrength(left, right))
    .slice(0, CORRELATION.maxEvents)
    .sort(byTime);
}
