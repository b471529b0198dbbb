import type { Fields } from "../fields.ts";
import { parseInnerJson } from "../text/inner-json.ts";

/** Longer text is never parsed as JSON. */
const MAX_JSON_TEXT = 262_144;
/** The maximum nesting of arrays that is followed. */
const MAX_FAN_OUT = 4;
const MAX_VALUES = 1_000;

const parsedTexts = new WeakMap<object, Map<string, unknown>>();
const splitPaths = new Map<string, SplitPath>();

/** A path, split at its dots. */
interface SplitPath {
  readonly keys: readonly string[];
  /** What is left of the path from each of its keys on. */
  readonly rests: readonly string[];
}

/**
 * Returns all values at a dotted path. Arrays fan out, JSON text is parsed, and the last key of the path may itself
 * contain dots. Values are scalars or objects, never arrays.
 */
export function readValues(fields: Fields, path: string): readonly unknown[] {
  const found: unknown[] = [];
  collect(fields, splitOf(path), 0, found);
  return found;
}

/** Returns the first non-blank scalar at a path as trimmed text. */
export function readText(fields: Fields, path: string): string | null {
  const own = Object.hasOwn(fields, path) ? fields[path] : undefined;
  // The common case: a column with a text that needs no parsing.
  if (typeof own === "string" && firstLetterOf(own) !== "[") return own.trim() || null;
  for (const value of readValues(fields, path)) {
    const text = textOf(value);
    if (text) return text;
  }
  return null;
}

/** Returns all non-blank scalars at a path as trimmed text. */
export function readTexts(fields: Fields, path: string): readonly string[] {
  return readValues(fields, path)
    .map(textOf)
    .filter((text) => text !== "");
}

/** Returns the first text at any of the paths. */
export function readFirst(fields: Fields, paths: readonly string[] = []): string | null {
  for (const path of paths) {
    const text = readText(fields, path);
    if (text) return text;
  }
  return null;
}

export function readNumber(fields: Fields, path: string): number | null {
  const text = readText(fields, path);
  const value = text === null ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

export function readBoolean(fields: Fields, path: string): boolean | null {
  const text = readText(fields, path)?.toLowerCase();
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : null;
}

/** Returns the objects at a path. */
export function readObjects(fields: Fields, path: string): readonly Fields[] {
  return readValues(fields, path).filter(isObject);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function splitOf(path: string): SplitPath {
  const known = splitPaths.get(path);
  if (known) return known;
  const keys = path.split(".");
  const split = { keys, rests: keys.map((_, from) => keys.slice(from).join(".")) };
  if (splitPaths.size < 10_000) splitPaths.set(path, split);
  return split;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function collect(object: Fields, path: SplitPath, from: number, found: unknown[]): void {
  const key = path.keys[from];
  const rest = path.rests[from];
  if (key === undefined || rest === undefined) return;
  if (Object.hasOwn(object, rest)) spread(object, rest, path, path.keys.length, found);
  else if (Object.hasOwn(object, key)) spread(object, key, path, from + 1, found);
}

/** Follows one key of an object into arrays and JSON text, and continues along the path. */
function spread(object: Fields, key: string, path: SplitPath, next: number, found: unknown[]): void {
  const value = object[key];
  const opened = typeof value === "string" ? openedText(object, key, value, next < path.keys.length) : value;
  follow(opened, path, next, found, 0);
}

function follow(value: unknown, path: SplitPath, next: number, found: unknown[], level: number): void {
  if (found.length >= MAX_VALUES || value === undefined || value === null) return;
  if (Array.isArray(value)) {
    if (level < MAX_FAN_OUT) for (const item of value) follow(item, path, next, found, level + 1);
  } else if (next >= path.keys.length) found.push(value);
  else if (isObject(value)) collect(value, path, next, found);
}

/** Parses JSON text if the path continues into it or if it is an array; each text is parsed once per row. */
function openedText(object: Fields, key: string, text: string, goesOn: boolean): unknown {
  const first = firstLetterOf(text);
  const isOpenable = first === "[" || (first === "{" && goesOn);
  if (!isOpenable || text.length > MAX_JSON_TEXT) return text;
  const known = parsedTexts.get(object) ?? new Map<string, unknown>();
  parsedTexts.set(object, known);
  if (!known.has(key)) known.set(key, parsed(text));
  return known.get(key);
}

/** Returns the first character that is not a blank; nearly always the first one. */
function firstLetterOf(text: string): string {
  const first = text.charAt(0);
  return first > " " && first <= "~" ? first : text.trimStart().charAt(0);
}

function parsed(text: string): unknown {
  try {
    return parseInnerJson(text);
  } catch {
    return text;
  }
}
