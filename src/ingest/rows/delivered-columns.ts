import type { Fields } from "../../model/fields.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { ColumnType } from "../../model/tables/define-table.ts";
import { TABLES } from "../../model/tables.ts";
import { findImplied } from "./implied-columns.ts";
import { normalizeValue, withSortedKeys } from "./normalize-value.ts";

/** The normalized columns of a row, and how many of them, besides those for times, its table has and does not have. */
export interface DeliveredColumns {
  readonly fields: Fields;
  readonly known: number;
  readonly unknown: number;
}

/** Columns that describe the delivery and not the event. */
const TRANSPORT: ReadonlySet<string> = new Set(["TenantId", "MG", "Type", "SourceSystem"]);

const isTransport = (column: string): boolean => column.startsWith("_") || TRANSPORT.has(column);

/**
 * Returns the columns of a row that describe the event, normalized and in alphabetical order at every level. Empty columns
 * are left out: an empty column and a missing one mean the same.
 */
export function deliveredColumns(table: LogTable, delivered: Fields): DeliveredColumns {
  const { types, times } = columnsOf(table);
  const implied = findImplied(table, delivered);
  const fields: Record<string, unknown> = {};
  let [known, unknown] = [0, 0];
  for (const column of columnNames(delivered, implied?.column)) {
    const value = column === implied?.column ? implied.value : delivered[column];
    const type = types.get(column);
    if (isEmpty(value) || (type === undefined && isTransport(column))) continue;
    if (type === undefined) unknown++;
    else if (!times.has(column)) known++;
    fields[column] = withSortedKeys(normalizeValue(type, value));
  }
  return { fields, known, unknown };
}

const isEmpty = (value: unknown): boolean => value === null || value === "" || value === undefined;

function columnNames(fields: Fields, implied: string | undefined): readonly string[] {
  const names = Object.keys(fields);
  if (implied !== undefined && !Object.hasOwn(fields, implied)) names.push(implied);
  return names.sort();
}

interface TableColumns {
  readonly types: ReadonlyMap<string, ColumnType>;
  /** The columns that hold a time of the event. */
  readonly times: ReadonlySet<string>;
}

const columnsByTable = new Map<LogTable, TableColumns>();

function columnsOf(table: LogTable): TableColumns {
  const made = columnsByTable.get(table);
  if (made) return made;
  const times = ["TimeGenerated", "Timestamp", ...TABLES[table].times];
  const own = [...TABLES[table].columns].filter(([column]) => !isTransport(column));
  const types = new Map([...own, ...times.map((column) => [column, "datetime"] as const)]);
  const columns = { types, times: new Set(times) };
  columnsByTable.set(table, columns);
  return columns;
}
