import { SOURCE_TABLE_NAMES, type SourceTable } from "../vocabulary.ts";

/** Tables that are read for analysis only: a threat event never names one as its `source_table`. */
export const ANALYSIS_TABLES = [
  "AADServicePrincipalSignInLogs",
  "AADManagedIdentitySignInLogs",
  "AADNonInteractiveUserSignInLogs",
  "MicrosoftGraphActivityLogs",
] as const;
export type AnalysisTable = (typeof ANALYSIS_TABLES)[number];

export type LogTable = SourceTable | AnalysisTable;
export const LOG_TABLES: readonly LogTable[] = [...SOURCE_TABLE_NAMES, ...ANALYSIS_TABLES];

/** What happened longer ago than this when it comes is late, or history: it keeps its own times. */
export const LATE_MS = 48 * 3_600_000;

/** One row of a log table, whatever wire shape it came in. Every text in it is hostile. */
export interface LogRow {
  readonly table: LogTable;
  /** Its `_ItemId`, or an id derived from its content where it came without one. */
  readonly rowId: string;
  /** A digest of its content: two rows with the same one are the same row. */
  readonly contentKey: string;
  /** When it happened, in epoch milliseconds. */
  readonly at: number;
  /** Not to be placed in time, because it came 48 h late or undated: only stateless rules see it. */
  readonly late: boolean;
  /** Columns by their name in the table; a dynamic column may still be the JSON text it arrived as. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The row as stored, for keyword searches over all of it. */
  readonly text: string;
}

/** What a conclusion says about where it comes from. */
export interface RowRef {
  readonly table: LogTable;
  readonly rowId: string;
  readonly at: number;
}
