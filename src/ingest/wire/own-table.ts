import type { Fields } from "../../model/fields.ts";
import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import { TABLES } from "../../model/tables.ts";
import type { DeliveredColumns } from "../rows/delivered-columns.ts";
import { quoted, RowProblem } from "../rows/row-problem.ts";

/**
 * Rejects a row of another table: none of the row's columns belong to this table, or fewer than half do and another table
 * has them all. Custom columns beside known ones are allowed, and so is any row whose `Type` names this table.
 */
export function checkOwnTable(table: LogTable, { fields, known, unknown }: DeliveredColumns, type: unknown): void {
  if (known + unknown === 0) throw new RowProblem(`has no column of ${table} besides its time`);
  if (known >= unknown || type === table) return;
  const meant = LOG_TABLES.find((other) => hasAll(other, Object.keys(fields)));
  if (known > 0 && meant === undefined) return;
  const envelope = known === 0 ? describeEnvelope(fields) : undefined;
  if (envelope !== undefined) throw new RowProblem(`is not a row of ${table}: ${envelope}`);
  const few = known === 0 ? "none of its columns belongs" : "most of its columns do not belong";
  throw new RowProblem(`is not a row of ${table}: ${few} to ${table}; was it meant for ${meant ?? "another table"}?`);
}

/** Returns how to write an envelope, if a row without any known column seems to be one. */
function describeEnvelope(fields: Fields): string | undefined {
  const single = ["records", "value"].find((name) => isObject(fields[name]));
  if (single !== undefined) return `if it is an envelope, its '${single}' must be a list`;
  const list = Object.keys(fields).find((name) => Array.isArray(fields[name]) && isObject(fields[name][0]));
  if (list === undefined) return undefined;
  const rule =
    list === "value" ? "'value' is read only beside members that start with '@odata.'" : `it is ${quoted(list)}`;
  return `if it is an envelope, its list must be called 'records'; ${rule}`;
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

function hasAll(table: LogTable, columns: readonly string[]): boolean {
  const { columns: known, times } = TABLES[table];
  return columns.every((column) => known.has(column) || times.includes(column));
}
