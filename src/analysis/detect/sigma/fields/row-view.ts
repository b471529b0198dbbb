import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readEventData } from "./event-data.ts";

const MAX_JSON_TEXT = 262_144;

/** Caches the parsed parts of a row while rules are evaluated. */
export class RowView {
  readonly row: LogRow;
  #parsed: Map<string, unknown> | undefined;
  #eventData: ReadonlyMap<string, unknown> | undefined;
  #columns: readonly string[] | undefined;

  constructor(row: LogRow) {
    this.row = row;
  }

  /** Parses JSON text; other text is returned as it is. */
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

  /** Returns a value of the row's `EventData` by lower-cased name. */
  eventData(name: string): unknown {
    this.#eventData ??= readEventData(this.row.fields["EventData"]);
    return this.#eventData.get(name);
  }

  /** Returns a column by lower-cased name, for columns the table is not known to have. */
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
