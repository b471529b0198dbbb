import { createHash } from "node:crypto";
import type { Fields } from "../../model/fields.ts";
import type { LogTable } from "../../model/rows/log-row.ts";

/** A row as a workspace exports it. */
export interface DemoRow {
  readonly table: LogTable;
  readonly at: Date;
  readonly fields: Fields;
}

interface Draft {
  readonly table: LogTable;
  readonly at: Date;
  /** The column of the id that the logging system itself gives a row, where it gives one. */
  readonly idColumn?: string;
  readonly fields: Fields;
  /** Columns that the caller adds or says otherwise. */
  readonly more?: Fields | undefined;
}

/** Completes a row with its time and its ids; both ids follow from the content, so that the same row is always the same. */
export function toRow({ table, at, idColumn, fields, more }: Draft): DemoRow {
  const content = { TimeGenerated: at.toISOString(), ...fields, ...more };
  const digest = createHash("sha256").update(table).update(JSON.stringify(content)).digest("hex");
  const own = idColumn === undefined || more?.[idColumn] !== undefined ? {} : { [idColumn]: toUuid(digest.slice(32)) };
  return { table, at, fields: { ...content, ...own, Type: table, _ItemId: toUuid(digest) } };
}

const toUuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
