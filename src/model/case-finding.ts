import type { FindingFacts } from "./finding-facts.ts";
import type { LogTable } from "./rows/log-row.ts";
import type { Severity, ThreatType } from "./vocabulary.ts";

/** The part of a finding that case creation uses. */
export interface CaseFinding {
  readonly eventId: string;
  readonly detector: string;
  /** When it happened, in epoch milliseconds. */
  readonly at: number;
  readonly severity: Severity;
  /** The share of its findings that are right, as the detector declares it; null if it declares none. */
  readonly precision: number | null;
  readonly threatType: ThreatType;
  readonly tactics: readonly string[];
  readonly techniques: readonly string[];
  readonly title: string;
  /** The table of the row that triggered the finding. */
  readonly table: LogTable | null;
  /** The names of the rows that it rests on, the triggering one first. */
  readonly rows: readonly string[];
  /** Findings of an earlier release have none. */
  readonly facts: FindingFacts;
}
