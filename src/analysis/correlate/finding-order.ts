import type { CaseFinding } from "../../model/case-finding.ts";
import { SEVERITIES, type Severity } from "../../model/vocabulary.ts";

/** Returns whether a finding is scored: severity `none` may be part of a case but never creates, extends or decides one. */
export const isScored = ({ severity }: Pick<CaseFinding, "severity">): boolean => severity !== "none";

export const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Compares by code unit, independent of the locale. */
export const compareIds = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

export const byTime = (left: CaseFinding, right: CaseFinding): number =>
  left.at - right.at || compareIds(left.eventId, right.eventId);

/** Orders by severity, highest first, then by time. */
export const byStrength = (left: CaseFinding, right: CaseFinding): number =>
  rankOf(right.severity) - rankOf(left.severity) || byTime(left, right);
