import type { LogTable } from "../rows/log-row.ts";
import type { Signal, Source } from "../vocabulary.ts";

/** The column types of the vendor's table reference; `json` is a string there, but an object or array in other formats. */
export type ColumnType = "string" | "json" | "dynamic" | "datetime" | "int" | "long" | "real" | "bool";

/** The columns that identify the actor of a row: paths by kind of identifier, strongest first. */
export interface WhoColumns {
  readonly upn?: readonly string[];
  readonly oid?: readonly string[];
  /** `DOMAIN\name` in one column, or two columns joined by a backslash. */
  readonly sam?: readonly string[];
  readonly sid?: readonly string[];
  readonly name?: readonly string[];
  /** Object ids of applications. */
  readonly appOid?: readonly string[];
  readonly app?: readonly string[];
}

/** The definition of a log table. */
export interface TableFacts {
  readonly name: LogTable;
  /** The `source` of threat events from this table; null for tables used for analysis only. */
  readonly source: Source | null;
  /** The default signal of findings in this table; a detector can override it. */
  readonly signal: Signal;
  /** Columns with the event time, for rows without `TimeGenerated`. */
  readonly times: readonly string[];
  /** Columns with the id of the row in the upstream system. */
  readonly nativeIds: readonly string[];
  readonly ips: readonly string[];
  readonly who: WhoColumns;
  readonly columns: ReadonlyMap<string, ColumnType>;
}

interface TableText extends Omit<TableFacts, "name" | "columns"> {
  readonly columns: Readonly<Partial<Record<ColumnType, string>>>;
}

/** Defines a table; its columns are given as space-separated names per type. */
export function defineTable(name: LogTable, { columns, ...facts }: TableText): TableFacts {
  const types = Object.entries(columns) as [ColumnType, string][];
  const typed = types.flatMap(([type, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((column) => [column, type] as const),
  );
  return { name, ...facts, columns: new Map(typed) };
}
