import type { LogTable } from "../../../../model/rows/log-row.ts";
import { TABLES } from "../../../../model/tables.ts";
import { actFieldReader } from "./act-source.ts";
import { FIELD_ALIASES } from "./field-aliases.ts";
import { asFieldValue, asFieldValues, domainsOf, type FieldValue, isPresent } from "./field-value.ts";
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
const aliasesByTable = new Map<LogTable, ReadonlyMap<string, readonly string[]>>();

const DOMAIN_SUFFIX = ".@domain";

/**
 * Creates the reader of a rule's field for rows of a table. A field of null is the whole row as text. A name that ends in
 * `.@domain` is the domain part of the field's addresses.
 */
export function fieldReader(table: LogTable, field: string | null): FieldReader {
  if (field === null) return { known: true, costly: true, read: ({ row }) => row.text };
  if (!field.toLowerCase().endsWith(DOMAIN_SUFFIX)) return namedReader(table, field);
  const addresses = namedReader(table, field.slice(0, -DOMAIN_SUFFIX.length));
  return { ...addresses, costly: true, read: (view) => domainsOf(addresses.read(view)) };
}

function namedReader(table: LogTable, field: string): FieldReader {
  const paths = aliasesOf(table).get(field.toLowerCase()) ?? [field];
  const sources = paths.map((path) => sourceOf(table, path));
  const [only] = sources;
  if (only && sources.length === 1 && only.path.length === 0) {
    return { known: only.known, costly: only.hidden === true, read: (view) => asFieldValue(view, only.start(view)) };
  }
  return {
    known: sources.some(({ known }) => known),
    costly: sources.some(({ hidden, path }) => hidden === true || path.length > 0),
    read: (view) => {
      const found: unknown[] = [];
      for (const { path, start } of sources) followPath(view, start(view), path, found);
      return asFieldValues(view, found);
    },
  };
}

/** The table's aliases. A rule may name a field as every object names its own: a plain object must not be asked. */
function aliasesOf(table: LogTable): ReadonlyMap<string, readonly string[]> {
  const aliases = aliasesByTable.get(table) ?? new Map(Object.entries(FIELD_ALIASES[table] ?? {}));
  aliasesByTable.set(table, aliases);
  return aliases;
}

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
  if (path === "#outcome") return OUTCOME;
  const readAct = actFieldReader(path);
  if (readAct !== null) return { known: true, hidden: true, path: [], start: ({ row }) => readAct(row) };
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

/** Public rules ask for `Success` or `Failure`, while sign-in rows have a result code. */
const OUTCOME: Source = {
  known: true,
  path: [],
  start: ({ row }) => {
    const code = row.fields["ResultType"];
    if (code === undefined || code === null || code === "") return undefined;
    return String(code) === "0" ? "Success" : "Failure";
  },
};
