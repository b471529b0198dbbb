import { LOG_TABLES } from "../../model/rows/log-row.ts";
import { type Explaining, explainRow, type RowExplanation } from "../../pipeline/explain/explain-row.ts";
import { findRows } from "../rows/find-rows.ts";

/** Explanations of the rows that have given ids, and the ids that no row has. */
export interface ExplainedRows {
  readonly explained: readonly RowExplanation[];
  readonly missing: readonly string[];
}

/** Explains every row that has one of the ids, in whatever table. */
export async function explainRows(explaining: Explaining, ids: readonly string[]): Promise<ExplainedRows> {
  const explained: RowExplanation[] = [];
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const rows = await findRows(explaining.db, LOG_TABLES, id);
    for (const row of rows) explained.push(await explainRow(explaining, row));
    if (rows.length === 0) missing.push(id);
  }
  return { explained, missing };
}
