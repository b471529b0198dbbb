import type { LogTable } from "../rows/log-row.ts";
import type { Signal, Source } from "../vocabulary.ts";

/** As the table reference says; `json` is a string there, and other wire shapes bring an object or a list in it. */
export type ColumnType = "string" | "json" | "dynamic" | "datetime" | "int" | "long" | "real" | "bool";

/** Where a table says who did something: paths by the kind of identifier they hold, strongest first. */
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

/** What is known of a log table, once. */
export interface TableFacts {
  readonly name: LogTable;
  /** The word a threat event names the table with; null for tables that are only analyzed. */
  readonly source: Source | null;
  /** The signal of what is found in it, unless a detector says otherwise. */
  readonly signal: Signal;
  /** Columns that say when something happened, for rows that come without `TimeGenerated`. */
  readonly times: readonly string[];
  /** Columns with the id that the upstream system gave the row. */
  readonly nativeIds: readonly string[];
  readonly ips: readonly string[];
  readonly who: WhoColumns;
  readonly columns: ReadonlyMap<string, ColumnType>;
}

interface TableText extends Omit<TableFacts, "name" | "columns"> {
  readonly columns: Readonly<Partial<Record<ColumnType, string>>>;
}

/** Reads the columns of a table from lists of words. */
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
