import type { LogTable } from "./rows/log-row.ts";
import type { Severity, ThreatType } from "./vocabulary.ts";

/** The part of a finding that case creation uses. */
export interface CaseFinding {
  readonly eventId: string;
  readonly detector: string;
  /** When it happened, in epoch milliseconds. */
  readonly at: number;
  readonly severity: Severity;
  readonly threatType: ThreatType;
  readonly tactics: readonly string[];
  readonly title: string;
  /** The table of the row that triggered the finding. */
  readonly table: LogTable | null;
}
