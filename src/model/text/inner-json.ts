import { storableText } from "./storable-text.ts";

const ESCAPED_NULL = "\\u0000";

/**
 * Parses JSON that is the text of a column; throws if it is none. A row cannot contain null characters, but text inside it can
 * contain escaped ones, which the database cannot store: they are replaced.
 */
export function parseInnerJson(text: string): unknown {
  return text.includes(ESCAPED_NULL) ? JSON.parse(text, toStorable) : JSON.parse(text);
}

function toStorable(_key: string, value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [storableText(key), content]));
}
