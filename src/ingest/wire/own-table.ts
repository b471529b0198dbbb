import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import { TABLES } from "../../model/tables.ts";
import type { DeliveredColumns } from "../rows/delivered-columns.ts";
import { RowProblem } from "../rows/row-problem.ts";

/**
 * Rejects a row of another table: this table has none of its columns, or another table has all of them and this one fewer
 * than half. Custom columns beside known ones are allowed, and so is any row whose `Type` names this table.
 */
export function checkOwnTable(table: LogTable, { fields, known, unknown }: DeliveredColumns, type: unknown): void {
  if (known + unknown === 0) throw new RowProblem(`has no column of ${table} besides its time`);
  if (known >= unknown || type === table) return;
  const meant = LOG_TABLES.find((other) => hasAll(other, Object.keys(fields)));
  if (known > 0 && meant === undefined) return;
  const few = known === 0 ? "none of its columns belongs" : "most of its columns do not belong";
  throw new RowProblem(`is not a row of ${table}: ${few} to ${table}; was it meant for ${meant ?? "another table"}?`);
}

function hasAll(table: LogTable, columns: readonly string[]): boolean {
  const { columns: known, times } = TABLES[table];
  return columns.every((column) => known.has(column) || times.includes(column));
}
