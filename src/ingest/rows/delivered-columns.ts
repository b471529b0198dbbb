import type { Fields } from "../../model/fields.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { ColumnType } from "../../model/tables/define-table.ts";
import { TABLES } from "../../model/tables.ts";
import { findImplied } from "./implied-columns.ts";
import { inOneForm, sorted } from "./one-form.ts";

/** What a row says, and how many of its columns besides those of time are known ones of its table. */
export interface DeliveredColumns {
  readonly said: Fields;
  readonly known: number;
  readonly unknown: number;
}

/** Columns that tell of the delivery and not of what happened. */
const TRANSPORT: ReadonlySet<string> = new Set(["TenantId", "MG", "Type", "SourceSystem"]);

const isTransport = (column: string): boolean => column.startsWith("_") || TRANSPORT.has(column);

/**
 * The columns of a row that are not of its delivery, each in its one form, in alphabetical order at every level, without
 * the empty ones: an empty column and one that is not there mean the same.
 */
export function deliveredColumns(table: LogTable, fields: Fields): DeliveredColumns {
  const { types, times } = columnsOf(table);
  const implied = findImplied(table, fields);
  const said: Record<string, unknown> = {};
  let [known, unknown] = [0, 0];
  for (const column of columnNames(fields, implied?.column)) {
    const value = column === implied?.column ? implied.value : fields[column];
    const type = types.get(column);
    if (isEmpty(value) || (type === undefined && isTransport(column))) continue;
    if (type === undefined) unknown++;
    else if (!times.has(column)) known++;
    said[column] = sorted(inOneForm(type, value));
  }
  return { said, known, unknown };
}

const isEmpty = (value: unknown): boolean => value === null || value === "" || value === undefined;

function columnNames(fields: Fields, implied: string | undefined): readonly string[] {
  const names = Object.keys(fields);
  if (implied !== undefined && !Object.hasOwn(fields, implied)) names.push(implied);
  return names.sort();
}

interface TableColumns {
  readonly types: ReadonlyMap<string, ColumnType>;
  /** Those that say when something happened. */
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
