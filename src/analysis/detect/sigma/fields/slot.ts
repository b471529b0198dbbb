import type { LogTable } from "../../../../model/rows/log-row.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { locateField } from "./field-reader.ts";
import { type FieldValue, trimmedValue } from "./field-value.ts";
import type { FieldReader } from "./path-reader.ts";
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
  #wordOf: RowView | undefined;
  #word: FieldValue;

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

  /** Returns the value in lower case without trailing blanks, for comparisons with the end of a value. */
  word(view: RowView): FieldValue {
    if (this.#wordOf === view) return this.#word;
    this.#word = trimmedValue(this.low(view));
    this.#wordOf = view;
    return this.#word;
  }
}

function lowList(raw: readonly string[] | null | undefined): FieldValue {
  return raw ? raw.map((text) => text.toLowerCase()) : raw;
}

/** Resolves the field names of one log source to slots. */
export interface FieldSlots {
  slotFor(field: string | null): Slot;
}

/** The slots of one table. Log sources that read a field from the same place share its slot. */
export class TableSlots {
  readonly #table: LogTable;
  readonly #slots = new Map<string, Slot>();

  constructor(table: LogTable) {
    this.#table = table;
  }

  /** Returns the slots by the field names of a mapping; null for the columns of the table. */
  under(mapping: Mapping | null): FieldSlots {
    const names = { table: this.#table, mapping };
    const located = new Map<string | null, Slot>();
    return {
      slotFor: (field) => {
        const known = located.get(field);
        if (known !== undefined) return known;
        const { key, create } = locateField(names, field);
        const slot = this.#slots.get(key) ?? new Slot(create());
        this.#slots.set(key, slot);
        located.set(field, slot);
        return slot;
      },
    };
  }
}
