import { readEventData } from "../../../../model/rows/event-data.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { parseInnerJson } from "../../../../model/text/inner-json.ts";
import { type Pairs, readPairs } from "./pairs.ts";

const MAX_JSON_TEXT = 262_144;

/** Caches the parsed parts of a row while rules are evaluated. */
export class RowView {
  readonly row: LogRow;
  #parsed: Map<string, unknown> | undefined;
  #eventData: ReadonlyMap<string, unknown> | undefined;
  #dataByText: Map<string, ReadonlyMap<string, unknown>> | undefined;
  #pairsByText: Map<string, Pairs> | undefined;
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
    if (this.#eventData === undefined) {
      const value = this.row.fields["EventData"];
      this.#eventData = typeof value === "string" ? this.eventDataOf(value) : readEventData(value);
    }
    return this.#eventData.get(name);
  }

  /** Returns the values of an XML text with `<Data Name="…">` elements, by lower-cased name. */
  eventDataOf(text: string): ReadonlyMap<string, unknown> {
    this.#dataByText ??= new Map();
    const known = this.#dataByText.get(text) ?? readEventData(text);
    this.#dataByText.set(text, known);
    return known;
  }

  /** Returns the `key=value` pairs of a text. */
  pairsOf(text: string, separator: string): Pairs {
    this.#pairsByText ??= new Map();
    const key = `${separator}${text}`;
    const known = this.#pairsByText.get(key) ?? readPairs(text, separator);
    this.#pairsByText.set(key, known);
    return known;
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
    return parseInnerJson(text) ?? text;
  } catch {
    return text;
  }
}
