import type { DetectorFacts } from "../../../model/finding.ts";
import type { LogRow, LogTable } from "../../../model/rows/log-row.ts";

/** Rows that a rule must match, and rows it must not match. */
export interface RuleExamples {
  readonly fires: readonly Readonly<Record<string, unknown>>[];
  readonly silent: readonly Readonly<Record<string, unknown>>[];
}

/** The documentation of a rule. */
export interface RuleNotes {
  readonly description: string;
  readonly why: string;
  readonly author: string;
  readonly references: readonly string[];
  readonly falsePositives: readonly string[];
}

/** A rule ready for matching. */
export interface CompiledRule {
  readonly path: string;
  /** The rule's `id`, if it has one. */
  readonly id: string | null;
  readonly name: string | null;
  readonly facts: DetectorFacts;
  readonly tables: readonly LogTable[];
  /** False when matches only feed correlations and are not findings themselves. */
  readonly generate: boolean;
  readonly notes: RuleNotes;
  readonly examples: RuleExamples;
  /** Renders one or two sentences about a row that matched. */
  summaryOf(row: LogRow): string;
}
