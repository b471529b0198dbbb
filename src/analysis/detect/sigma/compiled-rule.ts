import type { DetectorFacts } from "../../../model/finding.ts";
import type { LogRow, LogTable } from "../../../model/rows/log-row.ts";
import type { FieldNames } from "./fields/field-reader.ts";

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

/** Where a rule reads its fields, and what it cannot see there. */
export interface RuleReading {
  readonly names: FieldNames;
  /** Fields that no row has: the alternatives that need them never match. */
  readonly unseen: readonly string[];
  /** Fields that no row has and by which the rule would exclude rows: it does not. */
  readonly unfiltered: readonly string[];
}

/** The field of a rule whose values have habits. */
export interface HabitField {
  readonly name: string;
  /** Returns the value in a row; empty if it has none. */
  valueOf(row: LogRow): string;
}

/** A rule ready for matching. */
export interface CompiledRule {
  readonly path: string;
  /** The rule's `id`, if it has one. */
  readonly id: string | null;
  readonly name: string | null;
  readonly facts: DetectorFacts;
  readonly tables: readonly LogTable[];
  /** One for each log source that has its rows; at least one. */
  readonly readings: readonly RuleReading[];
  /** The fields that its detection names. */
  readonly fields: readonly string[];
  /** False when matches only feed correlations and are not findings themselves. */
  readonly generate: boolean;
  /** After matches on so many days the behavior is a habit and is not reported; null if every match is reported. */
  readonly habitDays: number | null;
  /** Reads the value whose habit counts instead of that of an account and network; null if the rule names no field. */
  readonly habitBy: HabitField | null;
  readonly notes: RuleNotes;
  readonly examples: RuleExamples;
  /** Renders one or two sentences about a row that matched. */
  summaryOf(row: LogRow): string;
}

/** Whether every log source of a rule lacks a field that it names. */
export function isPartial({ readings }: Pick<CompiledRule, "readings">): boolean {
  return readings.every(({ unseen, unfiltered }) => unseen.length + unfiltered.length > 0);
}
