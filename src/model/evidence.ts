/** Why the log row behind a threat event cannot be shown. */
export const MISSING_ROW_REASONS = ["removed", "not_stored", "response_limit"] as const;
export type MissingRowReason = (typeof MISSING_ROW_REASONS)[number];

/** One log row behind a threat event. */
export interface EvidenceRow {
  readonly sourceTable: string | null;
  /** Null if the row is gone and its id was not recorded. */
  readonly sourceEventId: string | null;
  readonly at: Date | null;
  /** The row as JSON text, or why it is missing. */
  readonly row: string | { readonly reason: MissingRowReason };
}

/** Renders the log rows behind a threat event, in the given order. */
export function renderEvidence(eventId: string, rows: readonly EvidenceRow[]): readonly string[] {
  const items = rows.flatMap((row, index) => (index === 0 ? [renderRow(row)] : [",", renderRow(row)]));
  return [`{"event_id":${JSON.stringify(eventId)},"items":[`, ...items, "]}"];
}

function renderRow({ sourceTable, sourceEventId, at, row }: EvidenceRow): string {
  const head = JSON.stringify({ source_table: sourceTable, source_event_id: sourceEventId, time: at });
  const [text, reason] = typeof row === "string" ? [row, null] : ["null", row.reason];
  return `${head.slice(0, -1)},"row":${text},"reason":${JSON.stringify(reason)}}`;
}
