import type { CaseFinding } from "../../model/case-finding.ts";
import { SEVERITIES, type Severity } from "../../model/vocabulary.ts";

/** A finding of severity `none` may stand in a case but never makes, stretches or decides one. */
export const isScored = ({ severity }: Pick<CaseFinding, "severity">): boolean => severity !== "none";

export const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Names and ids in the same order on every machine. */
export const compareIds = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

export const byTime = (left: CaseFinding, right: CaseFinding): number =>
  left.at - right.at || compareIds(left.eventId, right.eventId);

/** The most severe first, of equals the earliest. */
export const byStrength = (left: CaseFinding, right: CaseFinding): number =>
  rankOf(right.severity) - rankOf(left.severity) || byTime(left, right);
