import { SOURCE_TABLE_NAMES, type SourceTable } from "../vocabulary.ts";

/** Tables used for analysis only: they are never the `source_table` of a threat event. */
export const ANALYSIS_TABLES = [
  "AADServicePrincipalSignInLogs",
  "AADManagedIdentitySignInLogs",
  "AADNonInteractiveUserSignInLogs",
  "MicrosoftGraphActivityLogs",
] as const;
export type AnalysisTable = (typeof ANALYSIS_TABLES)[number];

export type LogTable = SourceTable | AnalysisTable;
export const LOG_TABLES: readonly LogTable[] = [...SOURCE_TABLE_NAMES, ...ANALYSIS_TABLES];

/** A row that is older than this when it arrives is late or part of a backfill, and is placed by its event time. */
export const LATE_MS = 48 * 3_600_000;

/** One row of a log table, whatever format it arrived in. Every text in it is untrusted. */
export interface LogRow {
  readonly table: LogTable;
  /** The `_ItemId`, or an id derived from the content if the row arrived without one. */
  readonly rowId: string;
  /** A digest of the content; rows with the same digest are the same row. */
  readonly contentKey: string;
  /** The event time, in epoch milliseconds. */
  readonly at: number;
  /** True if the row arrived 48 h late or without a time; only stateless rules evaluate it. */
  readonly late: boolean;
  /** Values by column name; a dynamic column may still be JSON text, as it arrived. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The row as stored, for keyword searches. */
  readonly text: string;
}

/** A reference from a finding to a row. */
export interface RowRef {
  readonly table: LogTable;
  readonly rowId: string;
  readonly at: number;
}
