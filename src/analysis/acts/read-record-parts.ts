import type { Fields } from "../../model/fields.ts";
import { readObjects, readText } from "../../model/rows/row-fields.ts";
import type { ChangedProperty } from "./act-record.ts";

const MAX_ENTRIES = 100;
const MAX_NAME = 128;
const MAX_VALUE = 32_768;

/** Returns a value as text; a list or an object is JSON. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, MAX_VALUE);
}

/** Reads a list of properties with their values before and after; the first of a name counts. */
export function readChanges(
  lists: readonly Fields[],
  [name, before, after]: readonly [name: string, before: string, after: string],
): ReadonlyMap<string, ChangedProperty> {
  const found = new Map<string, ChangedProperty>();
  for (const entry of lists.slice(0, MAX_ENTRIES)) {
    const key = readText(entry, name)?.toLowerCase().slice(0, MAX_NAME);
    if (key === undefined || found.has(key)) continue;
    found.set(key, { before: valueText(entry[before]), after: valueText(entry[after]) });
  }
  return found;
}

/** Reads lists of pairs of a name and a value into one map; the first of a name counts. */
export function readPairs(
  fields: Fields,
  paths: readonly string[],
  [name, value]: readonly [name: string, value: string],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of paths.flatMap((path) => readObjects(fields, path).slice(0, MAX_ENTRIES))) {
    const key = readText(entry, name)?.toLowerCase().slice(0, MAX_NAME);
    if (key !== undefined && !found.has(key)) found.set(key, valueText(entry[value]));
  }
  return found;
}
