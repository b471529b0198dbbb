import type { DetectorFacts } from "../../../model/finding.ts";
import type { LogRow, LogTable } from "../../../model/rows/log-row.ts";

/** Rows that a rule's author promises it fires on, and stays silent on. */
export interface RuleExamples {
  readonly fires: readonly Readonly<Record<string, unknown>>[];
  readonly silent: readonly Readonly<Record<string, unknown>>[];
}

/** What a rule says about itself to people. */
export interface RuleNotes {
  readonly description: string;
  readonly why: string;
  readonly author: string;
  readonly references: readonly string[];
  readonly falsePositives: readonly string[];
}

/** A rule that can be honored. */
export interface CompiledRule {
  readonly path: string;
  /** The rule's own `id`, where it has one. */
  readonly id: string | null;
  readonly name: string | null;
  readonly facts: DetectorFacts;
  readonly tables: readonly LogTable[];
  /** False when a match only feeds correlations and is no finding by itself. */
  readonly generate: boolean;
  readonly notes: RuleNotes;
  readonly examples: RuleExamples;
  /** One or two sentences about a row that matched. */
  summaryOf(row: LogRow): string;
}
