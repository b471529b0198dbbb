import { findJsonFault } from "./json-fault.ts";
import { endOfString } from "./json-string.ts";
import { quoteLongNumbers } from "./long-numbers.ts";
import { safeText } from "./safe-text.ts";

export interface JsonLimits {
  readonly maxDepth: number;
  readonly maxKeys: number;
  /** Properties, elements, arrays and objects together: small values use far more memory than their text. */
  readonly maxValues: number;
  /** If true, integers that JavaScript cannot represent exactly become strings; otherwise they are an error. */
  readonly keepsLongNumbers?: boolean;
}

export const DEFAULT_JSON_LIMITS: JsonLimits = { maxDepth: 32, maxKeys: 10_000, maxValues: 100_000 };

/** Describes what is wrong with a JSON text, and where. */
export class JsonProblem extends Error {
  /** The text is the beginning of a JSON text. */
  readonly isIncomplete: boolean;

  constructor(message: string, isIncomplete = false) {
    super(message);
    this.isIncomplete = isIncomplete;
  }
}

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses untrusted JSON: bounded depth and size, no duplicate keys, no prototype keys, no NUL, no lone surrogate, no number
 * that JavaScript cannot represent exactly. The result is exactly what the text contains.
 */
export function parseStrictJson(text: string, limits: JsonLimits = DEFAULT_JSON_LIMITS): unknown {
  const written = scan(text, limits);
  if (written > limits.maxKeys) throw new JsonProblem(`has more than ${limits.maxKeys} keys`);
  let value: unknown;
  try {
    value = JSON.parse(limits.keepsLongNumbers ? quoteLongNumbers(text) : text);
  } catch {
    throw faultOf(text);
  }
  // Without escapes, a well-formed text cannot contain NUL or a lone surrogate.
  const arePlain = !text.includes("\\u") && text.isWellFormed();
  const counted = { keys: 0 };
  if (!isCleanValue(value, counted, arePlain)) checkValue(value, "");
  if (counted.keys !== written) throw faultOf(text);
  return value;
}

const SHOWN_KEY = 80;

function faultOf(text: string): JsonProblem {
  const { at, duplicate } = findJsonFault(text) ?? { at: 0, duplicate: undefined };
  if (duplicate !== undefined) {
    const key = safeText(duplicate, SHOWN_KEY);
    return new JsonProblem(`has the key '${key}' twice in one object, ${placeOf(text, at)}`);
  }
  const end = text.trimEnd().length;
  if (at >= end) return new JsonProblem(`is not valid JSON: it ends too early, ${placeOf(text, end)}`, true);
  const [char = ""] = text.slice(at, at + 2);
  const shown = safeText(char) ? `'${char}'` : `character ${codePointOf(char)}`;
  return new JsonProblem(`is not valid JSON: unexpected ${shown} ${placeOf(text, at)}`);
}

/** Returns `U+0007` for a character that cannot be shown. */
const codePointOf = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Returns where in a text something is, counted from 1; the line only if there are several. */
function placeOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const position = at - before.lastIndexOf("\n");
  if (!text.trimEnd().includes("\n")) return `at position ${position}`;
  return `at line ${before.split("\n").length}, position ${position}`;
}

/**
 * Checks depth and size before the parser runs, because a deeply nested text must not reach a recursive parser or the
 * database. Returns the number of keys: outside strings, every colon follows a key.
 */
function scan(text: string, { maxDepth, maxValues }: JsonLimits): number {
  let [depth, keys, values] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x22) i = endOfString(text, i);
    else if (char === 0x3a) keys++;
    else depth += nesting(char);
    if (startsValue(char)) values++;
    if (depth > maxDepth) throw new JsonProblem(`is nested more than ${maxDepth} levels deep`);
    if (values > maxValues) throw new JsonProblem(`has more than ${maxValues} values`);
  }
  return keys;
}

/** A comma or an opening bracket; each is followed by a value. */
const startsValue = (char: number): boolean => char === 0x2c || char === 0x5b || char === 0x7b;

function nesting(char: number): number {
  if (char === 0x5b || char === 0x7b) return 1;
  return char === 0x5d || char === 0x7d ? -1 : 0;
}

const isCleanText = (text: string, arePlain: boolean): boolean => arePlain || textProblem(text) === undefined;

/** Returns whether a value has no problem; `checkValue` finds the problem if it has one. */
function isCleanValue(value: unknown, counted: { keys: number }, arePlain: boolean): boolean {
  if (typeof value === "string") return isCleanText(value, arePlain);
  if (typeof value === "number") return isExact(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => isCleanValue(item, counted, arePlain));
  for (const key of Object.keys(value)) {
    counted.keys++;
    const member = (value as Record<string, unknown>)[key];
    if (FORBIDDEN_KEYS.has(key) || !isCleanText(key, arePlain) || !isCleanValue(member, counted, arePlain))
      return false;
  }
  return true;
}

function checkValue(value: unknown, path: string): void {
  if (typeof value === "string") checkText(value, path);
  if (typeof value === "number") checkNumber(value, path);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkValue(item, `${path}/${index}`);
    return;
  }
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw new JsonProblem(`has the forbidden key '${key}'`);
    checkText(key, path);
    checkValue((value as Record<string, unknown>)[key], `${path}/${key}`);
  }
}

function checkText(text: string, path: string): void {
  const problem = textProblem(text);
  if (problem) throw new JsonProblem(`${path || "value"} ${problem}`);
}

function checkNumber(value: number, path: string): void {
  if (!isExact(value))
    throw new JsonProblem(`${path || "value"} is a number that cannot be represented exactly; send it as a string`);
}

const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER);

/** Returns why a text cannot be stored, or undefined if it can. */
export function textProblem(text: string): string | undefined {
  if (text.includes("\u0000")) return "contains a NUL character";
  return text.isWellFormed() ? undefined : "contains a lone surrogate";
}
