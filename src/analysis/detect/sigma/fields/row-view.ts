import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readEventData } from "./event-data.ts";

const MAX_JSON_TEXT = 262_144;

/** A row while rules look at it: what is costly to read is read once. */
export class RowView {
  readonly row: LogRow;
  #parsed: Map<string, unknown> | undefined;
  #eventData: ReadonlyMap<string, unknown> | undefined;
  #columns: readonly string[] | undefined;

  constructor(row: LogRow) {
    this.row = row;
  }

  /** What JSON text holds; text that is none stays what it is. */
  opened(text: string): unknown {
    const first = text.charCodeAt(0);
    if ((first !== 0x5b && first !== 0x7b) || text.length > MAX_JSON_TEXT) return text;
    this.#parsed ??= new Map();
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const value = parsed(text);
    this.#parsed.set(text, value);
    return value;
  }

  /** A value of the row's `EventData`, by its name in lower case. */
  eventData(name: string): unknown {
    this.#eventData ??= readEventData(this.row.fields["EventData"]);
    return this.#eventData.get(name);
  }

  /** A column the table is not known to have, by its name in lower case. */
  extraColumn(name: string): unknown {
    this.#columns ??= Object.keys(this.row.fields);
    for (const column of this.#columns) {
      if (column.length === name.length && column.toLowerCase() === name) return this.row.fields[column];
    }
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? text;
  } catch {
    return text;
  }
}
