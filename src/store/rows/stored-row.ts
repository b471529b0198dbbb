import type { LogRow, LogTable } from "../../model/rows/log-row.ts";

/** A stored row, with the time it was received at. */
export interface StoredLogRow extends LogRow {
  readonly receivedAt: Date;
}

/** What is stored of a row besides its text. */
export interface StoredFacts {
  readonly table: LogTable;
  readonly contentKey: string;
  readonly rowId: string;
  readonly at: number;
  readonly receivedAt: number;
  readonly late: boolean;
  /** The size of its text. */
  readonly bytes: number;
}

export const toLogRow = (
  { table, contentKey, rowId, at, receivedAt, late }: StoredFacts,
  text: string,
): StoredLogRow => ({
  table,
  contentKey,
  rowId,
  at,
  receivedAt: new Date(receivedAt),
  late,
  fields: JSON.parse(text) as Readonly<Record<string, unknown>>,
  text,
});
