import type { LogTable } from "../model/rows/log-row.ts";
import type { ReceivedTable } from "../store/rows/received-rows.ts";

/** Returns what was received of a log table as the API shows it; a table without rows has nulls. */
export const receivedItem = (table: LogTable, received: ReceivedTable | undefined) => ({
  table,
  received_at: received?.receivedAt ?? null,
  first_row_at: received?.firstRowAt ?? null,
  last_row_at: received?.lastRowAt ?? null,
  rows_last_day: received?.rowsLastDay ?? 0,
});
