import { spellRowTime } from "../../model/rows/row-time.ts";
import type { ColumnType } from "../../model/tables/define-table.ts";
import { COLUMN_JSON } from "../limits.ts";
import { parseLine } from "../wire/parse-line.ts";
import { RowProblem } from "./row-problem.ts";

/**
 * Returns a value in the canonical form of its column's type, because the wire shapes and exports write the same value in
 * several ways. A value that cannot be converted to the type is kept as it is, and so is one in an unknown column.
 */
export function normalizeValue(type: ColumnType | undefined, value: unknown): unknown {
  if (typeof value === "string") return type === undefined || type === "string" ? value : convertText(type, value);
  if (type !== "string" && type !== "json") return value;
  if (typeof value !== "object" || value === null) return String(value);
  return type === "json" ? value : JSON.stringify(withSortedKeys(value));
}

/** Returns a value with the keys of its objects in alphabetical order. */
export function withSortedKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) copy[key] = withSortedKeys((value as Record<string, unknown>)[key]);
  return copy;
}

function convertText(type: ColumnType, text: string): unknown {
  if (type === "datetime") return spellRowTime(text);
  if (type === "dynamic" || type === "json") return parseNested(text);
  return type === "bool" ? toBool(text) : toExactNumber(text);
}

/** Parses text that is an object or list, under the limits that it would have as a part of its line. */
function parseNested(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseLine(text, COLUMN_JSON);
  } catch (error) {
    if (error instanceof RowProblem) return text;
    throw error;
  }
}

function toBool(text: string): unknown {
  const word = text.toLowerCase();
  return word === "true" || word === "false" ? word === "true" : text;
}

/** Converts text only if it is exactly how the number is written: `007` is not 7, and a long number would lose digits. */
function toExactNumber(text: string): unknown {
  const value = Number(text);
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isExact && String(value) === text ? value : text;
}
