import type { LogTable } from "../../../../model/rows/log-row.ts";
import type { FieldReader } from "../fields/path-reader.ts";
import type { Expression } from "../parse/expression.ts";
import type { LogSource } from "./log-source.ts";

/** What a mapping reads a field from. */
export interface MappedField {
  readonly reader: FieldReader;
  /** The same for expressions that mean the same. */
  readonly key: string;
  /** The columns and paths that are read. */
  readonly paths: readonly string[];
  /** The texts of a field that is the same in every row; null for any other. */
  readonly constant: readonly string[] | null;
}

/** A row, and the values that a mapping must read from it. */
export interface MappingExample {
  readonly row: Readonly<Record<string, unknown>>;
  /** The expected values by field, null for none; null where the row must not belong to the log source. */
  readonly fields: ReadonlyMap<string, readonly string[] | null> | null;
}

/** How the fields of a log source are read from the rows of one table. */
export interface Mapping {
  readonly path: string;
  readonly title: string;
  readonly sources: readonly LogSource[];
  readonly table: LogTable;
  /** The rows of the table that belong to the log source, by its columns; null for all. */
  readonly condition: Expression | null;
  /** Where keywords are searched; null for every value of the row. */
  readonly keywords: MappedField | null;
  readonly examples: readonly MappingExample[];
  /** Returns what a field is read from; null for a column of the same name. */
  fieldOf(field: string): MappedField | null;
  /** Whether no row of the log source can have the field. */
  isAbsent(field: string): boolean;
}
