import { spellRowTime } from "../../model/rows/row-time.ts";
import type { ColumnType } from "../../model/tables/define-table.ts";
import { COLUMN_JSON } from "../limits.ts";
import { parseLine } from "../wire/parse-line.ts";
import { RowProblem } from "./row-problem.ts";

/**
 * A value in the one form that its column's type has: the wire shapes and exports spell the same value in several. What
 * cannot be read as the type stays as it came, and so does everything in a column that the table is not known to have.
 */
export function inOneForm(type: ColumnType | undefined, value: unknown): unknown {
  if (typeof value === "string") return type === undefined || type === "string" ? value : readAs(type, value);
  if (type !== "string" && type !== "json") return value;
  if (typeof value !== "object" || value === null) return String(value);
  return type === "json" ? value : JSON.stringify(sorted(value));
}

/** A value with the keys of its objects in alphabetical order. */
export function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) copy[key] = sorted((value as Record<string, unknown>)[key]);
  return copy;
}

function readAs(type: ColumnType, text: string): unknown {
  if (type === "datetime") return spellRowTime(text);
  if (type === "dynamic" || type === "json") return opened(text);
  return type === "bool" ? readBool(text) : readNumber(text);
}

/** Only objects and lists are opened, under the limits of the line that they could have come in as they are. */
function opened(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseLine(text, COLUMN_JSON);
  } catch (error) {
    if (error instanceof RowProblem) return text;
    throw error;
  }
}

function readBool(text: string): unknown {
  const word = text.toLowerCase();
  return word === "true" || word === "false" ? word === "true" : text;
}

/** Only a number that is written just so: `007` says something else than 7, and a long one would lose its end. */
function readNumber(text: string): unknown {
  const value = Number(text);
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isExact && String(value) === text ? value : text;
}
