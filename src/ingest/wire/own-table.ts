import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import { TABLES } from "../../model/tables.ts";
import type { DeliveredColumns } from "../rows/delivered-columns.ts";
import { RowProblem } from "../rows/row-problem.ts";

/**
 * Refuses a row that was meant for another table: none of its columns is one of this table, or another table has all of
 * them and this one less than half. Columns of one's own beside known ones are fine, and so is a row whose `Type` names
 * the table.
 */
export function checkOwnTable(table: LogTable, { said, known, unknown }: DeliveredColumns, type: unknown): void {
  if (known + unknown === 0) throw new RowProblem(`says nothing: it has no column of ${table} besides its time`);
  if (known >= unknown || type === table) return;
  const meant = LOG_TABLES.find((other) => hasAll(other, Object.keys(said)));
  if (known > 0 && meant === undefined) return;
  const few = known === 0 ? "none of its columns belongs" : "most of its columns do not belong";
  throw new RowProblem(`is no row of ${table}: ${few} to ${table}; was it meant for ${meant ?? "another table"}?`);
}

function hasAll(table: LogTable, columns: readonly string[]): boolean {
  const { columns: known, times } = TABLES[table];
  return columns.every((column) => known.has(column) || times.includes(column));
}
