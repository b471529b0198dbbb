import { parseInnerJson } from "../../../../model/text/inner-json.ts";
import type { RowView } from "./row-view.ts";

/** The value of a field: text, several texts, null, or undefined where the row has no such field. */
export type FieldValue = string | readonly string[] | null | undefined;

const MAX_LIST = 1_000;

export const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/**
 * Converts the value of a column to text. A list becomes its JSON text and each of its scalar elements. Text is kept as it
 * is: a command line in quotes is no JSON, and would lose the backslashes of its path.
 */
export function asFieldValue(view: RowView, value: unknown): FieldValue {
  if (typeof value === "string" && value.charCodeAt(0) !== 0x5b) return value;
  if (value === null || value === undefined) return value;
  return asFieldValues(view, [value]);
}

/** Converts all values of a field, found inside of a column, to text. */
export function asFieldValues(view: RowView, found: readonly unknown[]): FieldValue {
  const texts: string[] = [];
  for (const value of found) addTexts(view, value, texts);
  if (texts.length === 1) return texts[0];
  if (texts.length > 0) return texts;
  return found.some((value) => value === null) ? null : undefined;
}

function addTexts(view: RowView, value: unknown, texts: string[]): void {
  if (value === null || value === undefined) return;
  if (typeof value === "object") texts.push(JSON.stringify(value));
  else texts.push(textOf(String(value)));
  const list = typeof value === "string" ? view.opened(value) : value;
  if (!Array.isArray(list)) return;
  for (const item of list.slice(0, MAX_LIST)) {
    if (typeof item !== "object" && item !== null) texts.push(textOf(String(item)));
  }
}

/** Returns the domain part of each address. */
export function domainsOf(value: FieldValue): FieldValue {
  const texts = typeof value === "string" ? [value] : (value ?? []);
  const domains = texts.filter((text) => text.includes("@")).map((text) => text.slice(text.lastIndexOf("@") + 1));
  return domains.length === 0 ? undefined : domains;
}

/** Unquotes JSON strings, which audit logs use for the values of properties: `"\"Global Administrator\""`. */
function textOf(text: string): string {
  if (text.charCodeAt(0) !== 0x22 || text.length < 2 || !text.trimEnd().endsWith('"')) return text;
  try {
    const inner: unknown = parseInnerJson(text);
    return typeof inner === "string" && !isMisread(text, inner) ? inner : text;
  } catch {
    return text;
  }
}

/** A path in quotes is no JSON: `"C:\temp\nc.exe"` would become a tab and a line break. */
const isMisread = (text: string, inner: string): boolean =>
  text.includes("\\") && [...inner].some((char) => char < " ");

/** Removes trailing blanks of a text; most texts have none. */
export function trimmedText(text: string): string {
  return text.charCodeAt(text.length - 1) > 0x20 ? text : text.trimEnd();
}

/** Removes trailing blanks of each text. */
export function trimmedValue(value: FieldValue): FieldValue {
  if (typeof value === "string") return trimmedText(value);
  return value ? value.map(trimmedText) : value;
}
