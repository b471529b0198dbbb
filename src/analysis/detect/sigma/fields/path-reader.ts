import type { LogTable } from "../../../../model/rows/log-row.ts";
import { TABLES } from "../../../../model/tables.ts";
import { actFieldReader } from "./act-source.ts";
import { decodedFieldReader } from "./decoded-source.ts";
import { asFieldValue, asFieldValues, type FieldValue, isPresent } from "./field-value.ts";
import { followPath } from "./read-path.ts";
import type { RowView } from "./row-view.ts";

export interface FieldReader {
  /** False when no known column of the table holds the field. */
  readonly known: boolean;
  /** Whether reading the field takes more than one column access. */
  readonly costly: boolean;
  read(view: RowView): FieldValue;
}

/** Where a field is read from: a start value and a path inside it. */
interface Source {
  readonly known: boolean;
  /** Whether it is something other than a plain column of the table. */
  readonly hidden?: boolean;
  readonly path: readonly string[];
  start(view: RowView): unknown;
}

const columnsByTable = new Map<LogTable, ReadonlyMap<string, string>>();

/** Creates the reader of a column, or of a path into one, for rows of a table. */
export function pathReader(table: LogTable, path: string): FieldReader {
  const source = sourceOf(table, path);
  if (source.path.length === 0) {
    return {
      known: source.known,
      costly: source.hidden === true,
      read: (view) => asFieldValue(view, source.start(view)),
    };
  }
  return {
    known: source.known,
    costly: true,
    read: (view) => {
      const found: unknown[] = [];
      followPath(view, source.start(view), source.path, found);
      return asFieldValues(view, found);
    },
  };
}

/** Returns whether a path starts at a column that the table is known to have, or is a field that is computed. */
export function isColumnPath(table: LogTable, path: string): boolean {
  const [first = ""] = path.split(".", 1);
  return [path, first].some((name) => columnOf(table, name) !== undefined) || derivedFieldReader(path) !== null;
}

/** Returns the reader of a field that is computed from the row: of the directory act, or of a decoded command line. */
const derivedFieldReader = (path: string) => actFieldReader(path) ?? decodedFieldReader(path);

/** Returns the table's column of this name, ignoring case. */
export function columnOf(table: LogTable, name: string): string | undefined {
  let columns = columnsByTable.get(table);
  if (!columns) {
    columns = new Map([...TABLES[table].columns.keys()].map((column) => [column.toLowerCase(), column]));
    columnsByTable.set(table, columns);
  }
  return columns.get(name.toLowerCase());
}

function sourceOf(table: LogTable, path: string): Source {
  const derived = derivedFieldReader(path);
  if (derived !== null) return { known: true, hidden: true, path: [], start: ({ row }) => derived(row) };
  const whole = columnOf(table, path);
  const [first = "", ...rest] = whole === undefined ? path.split(".") : [path];
  const column = whole ?? columnOf(table, first);
  if (table === "SecurityEvent") return windowsSource(path, column, rest);
  if (column === undefined) return extraSource(path, first, rest);
  const hidden = TABLES[table].columns.get(column) === "dynamic";
  return { known: true, hidden, path: rest, start: ({ row }) => row.fields[column] };
}

/** Reads an unknown column, ignoring case; its name may contain dots. */
function extraSource(path: string, first: string, rest: readonly string[]): Source {
  const [whole, head] = [path.toLowerCase(), first.toLowerCase()];
  if (rest.length === 0) return { known: false, hidden: true, path: [], start: (view) => view.extraColumn(whole) };
  return {
    known: false,
    path: rest,
    start: (view) => {
      const value = view.extraColumn(whole);
      // The path is resolved inside the value, so a plain value is wrapped in an object.
      return value === undefined ? view.extraColumn(head) : { [rest.join(".")]: value };
    },
  };
}

/** Falls back to `EventData` for fields without a column and for empty columns of Windows events. */
function windowsSource(path: string, column: string | undefined, rest: readonly string[]): Source {
  const name = path.replace(/^EventData\./i, "").toLowerCase();
  if (column !== undefined && rest.length > 0 && column !== "EventData") {
    return { known: true, path: rest, start: ({ row }) => row.fields[column] };
  }
  return {
    // The names in `EventData` differ between events, so no name is unknown.
    known: true,
    hidden: column === undefined || rest.length > 0,
    path: [],
    start: (view) => {
      const own = column === undefined || rest.length > 0 ? view.extraColumn(name) : view.row.fields[column];
      return isPresent(own) || column === "EventData" ? (own ?? view.eventData(name)) : (view.eventData(name) ?? own);
    },
  };
}
