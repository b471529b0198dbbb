import type { LogTable } from "../../../../model/rows/log-row.ts";
import { type FieldReader, fieldReader } from "./field-reader.ts";
import type { FieldValue } from "./field-value.ts";
import type { RowView } from "./row-view.ts";

/**
 * One field of one table, shared by all rules that use it: read and lower-cased at most once per row. A read that throws
 * caches nothing, so the value of the previous row is never used.
 */
export class Slot {
  readonly reader: FieldReader;
  #rawOf: RowView | undefined;
  #raw: FieldValue;
  #lowOf: RowView | undefined;
  #low: FieldValue;

  constructor(reader: FieldReader) {
    this.reader = reader;
  }

  raw(view: RowView): FieldValue {
    if (this.#rawOf === view) return this.#raw;
    this.#raw = this.reader.read(view);
    this.#rawOf = view;
    return this.#raw;
  }

  low(view: RowView): FieldValue {
    if (this.#lowOf === view) return this.#low;
    const raw = this.raw(view);
    this.#low = typeof raw === "string" ? raw.toLowerCase() : lowList(raw);
    this.#lowOf = view;
    return this.#low;
  }
}

function lowList(raw: readonly string[] | null | undefined): FieldValue {
  return raw ? raw.map((text) => text.toLowerCase()) : raw;
}

/** The slots of one table. Field names are compared without case. */
export class TableSlots {
  readonly table: LogTable;
  readonly #slots = new Map<string | null, Slot>();

  constructor(table: LogTable) {
    this.table = table;
  }

  slotFor(field: string | null): Slot {
    const key = field?.toLowerCase() ?? null;
    const known = this.#slots.get(key);
    if (known) return known;
    const slot = new Slot(fieldReader(this.table, field));
    this.#slots.set(key, slot);
    return slot;
  }
}
