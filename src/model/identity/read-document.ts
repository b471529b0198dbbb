import type { Fields } from "../fields.ts";
import { readText, readTexts } from "../rows/row-fields.ts";
import { parseDateTime } from "../text/date-time.ts";
import { safeText } from "../text/safe-text.ts";

const MAX_TEXT = 256;
const MAX_TEXTS = 50;

/** Reads a text of a directory object, cleaned for display; null if there is none. */
export function readShown(document: Fields, path: string, max = MAX_TEXT): string | null {
  const text = readText(document, path);
  return text === null ? null : safeText(text, max) || null;
}

/** Reads up to 50 texts of a directory object, cleaned for display. */
export function readAllShown(document: Fields, path: string, max = MAX_TEXT): readonly string[] {
  return readTexts(document, path)
    .slice(0, MAX_TEXTS)
    .map((text) => safeText(text, max))
    .filter((text) => text !== "");
}

const MAX_ID = 512;

/** Reads the id of an object in lower case, as ids are stored. */
export function readId(document: Fields, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = readText(document, path);
    if (text !== null) return text.toLowerCase().slice(0, MAX_ID);
  }
  return null;
}

export function readTime(document: Fields, ...paths: readonly string[]): Date | null {
  for (const path of paths) {
    const at = parseDateTime(readText(document, path) ?? "");
    if (at) return at;
  }
  return null;
}
