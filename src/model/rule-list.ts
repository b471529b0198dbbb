import type { DetectorFacts } from "./finding.ts";
import type { LogTable } from "./rows/log-row.ts";

/** A rule looks at one row, a correlation at the matches of rules, a behavior at what is usual. */
export const DETECTION_KINDS = ["rule", "correlation", "behavior"] as const;
export type DetectionKind = (typeof DETECTION_KINDS)[number];

/**
 * Where detections come from: the rules and behaviors of the product, and the rules of the installation for every
 * domain or for one.
 */
export const RULE_PACKS = ["shipped", "behaviors", "installation", "domain"] as const;
export type RulePack = (typeof RULE_PACKS)[number];

/** A detector that creates threat events. */
export interface Detection {
  readonly kind: DetectionKind;
  readonly pack: RulePack;
  readonly facts: DetectorFacts;
  /** The log tables it reads. Rows of one of them are enough for a rule. */
  readonly tables: readonly LogTable[];
}

/** A rule or file that is not used, and why. */
export interface RefusedRule {
  readonly pack: RulePack;
  /** Relative to the folder of the pack. */
  readonly path: string;
  readonly ruleId: string | null;
  readonly reason: string;
  /** The earlier text of the file is used instead. */
  readonly isEarlierUsed: boolean;
}

/** The documentation of a detection, and what it is made from. */
export interface DetectionNotes {
  readonly description: string;
  readonly why: string;
  readonly falsePositives: readonly string[];
  readonly references: readonly string[];
  /** The rules whose matches a correlation counts. */
  readonly counts: readonly string[];
  /** What its log source lacks of what it names, in sentences without an end. */
  readonly cannotSee: readonly string[];
  /** The thresholds of a behavior in this domain. */
  readonly settings: readonly { readonly name: string; readonly value: number }[];
  /** The file of a rule or correlation; null for a behavior. */
  readonly file: { readonly path: string; readonly text: string } | null;
}

/** What is looked for in the rows of a domain. */
export interface RuleList {
  /** By slug. */
  readonly detections: readonly Detection[];
  readonly refused: readonly RefusedRule[];
  /** Reads the notes on a detection, a few at a time: the file of a rule is parsed for it. */
  notesOf(detection: Detection): Promise<DetectionNotes>;
}
