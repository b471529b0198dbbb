import { createHash } from "node:crypto";
import type { Fields } from "../../model/fields.ts";
import type { LogTable } from "../../model/rows/log-row.ts";

/** A log row as a Log Analytics workspace exports it. */
export interface SynthRow {
  readonly table: LogTable;
  readonly at: Date;
  readonly fields: Fields;
}

interface Draft {
  readonly table: LogTable;
  readonly at: Date;
  /** The column for the id of the logging system, if it has one. */
  readonly idColumn?: string;
  readonly fields: Fields;
  /** Columns that the caller adds or overrides. */
  readonly more?: Fields | undefined;
}

/** Adds time and ids to a row; both ids are derived from the content, so that equal rows have equal ids. */
export function toRow({ table, at, idColumn, fields, more }: Draft): SynthRow {
  const content = { TimeGenerated: at.toISOString(), ...fields, ...more };
  const digest = createHash("sha256").update(table).update(JSON.stringify(content)).digest("hex");
  const own = idColumn === undefined || more?.[idColumn] !== undefined ? {} : { [idColumn]: toUuid(digest.slice(32)) };
  return { table, at, fields: { ...content, ...own, Type: table, _ItemId: toUuid(digest) } };
}

const toUuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
