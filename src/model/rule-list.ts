import type { DetectorFacts } from "./finding.ts";
import type { LogTable } from "./rows/log-row.ts";

/** A rule looks at one row, a correlation at the matches of rules, a behavior at what is usual. */
export const DETECTION_KINDS = ["rule", "correlation", "behavior"] as const;
export type DetectionKind = (typeof DETECTION_KINDS)[number];

/** A detector that creates threat events. */
export interface Detection {
  readonly kind: DetectionKind;
  readonly facts: DetectorFacts;
  /** The log tables it reads. Rows of one of them are enough for a rule. */
  readonly tables: readonly LogTable[];
  /** The file of a rule or correlation; null for a behavior. */
  readonly path: string | null;
}

/** A rule or file that is not used, and why. */
export interface RefusedRule {
  readonly path: string;
  readonly ruleId: string | null;
  readonly reason: string;
  /** The earlier text of the file is used instead. */
  readonly isEarlierUsed: boolean;
}

/** What is looked for in the rows of a domain. */
export interface RuleList {
  readonly detections: readonly Detection[];
  readonly refused: readonly RefusedRule[];
}
