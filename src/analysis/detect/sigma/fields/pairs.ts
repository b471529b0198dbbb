/** A value of a `key=value` text. */
interface PairValue {
  readonly text: string;
  /** Whether it was in double quotes. The audit system writes text without quotes as hexadecimal digits. */
  readonly isQuoted: boolean;
}

/** The pairs of a text, by key; of a repeated key the first. */
export type Pairs = ReadonlyMap<string, PairValue>;

const MAX_TEXT = 65_536;
const MAX_PAIRS = 2_000;
const NONE: Pairs = new Map();

/**
 * Parses `key=value` pairs in linear time; of a longer text those in the first 65,536 characters. With a blank as separator a value may be in double quotes, and text between
 * pairs is ignored; a value in single quotes, as in audit messages, may contain pairs itself. With another separator a
 * value is everything up to it.
 */
export function readPairs(text: string, separator: string): Pairs {
  if (!text.includes("=")) return NONE;
  const examined = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  return separator === " " ? readBlankSeparated(examined) : readSeparated(examined, separator);
}

function readSeparated(text: string, separator: string): Pairs {
  const pairs = new Map<string, PairValue>();
  for (const part of text.split(separator, MAX_PAIRS)) {
    const equals = part.indexOf("=");
    if (equals > 0) add(pairs, part.slice(0, equals).trim(), unquoted(part.slice(equals + 1).trim()));
  }
  return pairs;
}

function readBlankSeparated(text: string): Pairs {
  const pairs = new Map<string, PairValue>();
  let from = 0;
  while (pairs.size < MAX_PAIRS) {
    const equals = text.indexOf("=", from);
    if (equals < 0) break;
    const key = text.slice(keyStart(text, from, equals), equals);
    const end = valueEnd(text, equals + 1);
    if (key !== "") add(pairs, key, unquoted(text.slice(equals + 1, end)));
    // The pairs inside of single quotes are read too.
    from = text.charCodeAt(equals + 1) === SINGLE_QUOTE ? equals + 2 : Math.max(end, equals + 1);
  }
  return pairs;
}

const SINGLE_QUOTE = 0x27;
const DOUBLE_QUOTE = 0x22;
const KEY = /[\w.[\]-]/;

function keyStart(text: string, from: number, equals: number): number {
  let start = equals;
  while (start > from && KEY.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) {
    const close = text.indexOf(text.charAt(start), start + 1);
    if (close >= 0) return close + 1;
  }
  let end = start;
  // A control character separates the parts of enriched audit records.
  while (end < text.length && text.charCodeAt(end) > 0x20) end += 1;
  return end;
}

function unquoted(text: string): PairValue {
  const first = text.charCodeAt(0);
  const isEnclosed = text.length > 1 && text.endsWith(text.charAt(0));
  if (first === DOUBLE_QUOTE && isEnclosed) return { text: text.slice(1, -1), isQuoted: true };
  // The last pair inside of single quotes ends with one.
  if (first === SINGLE_QUOTE) return { text: text.slice(1, isEnclosed ? -1 : undefined), isQuoted: false };
  return { text: text.replace(/'$/, ""), isQuoted: false };
}

function add(pairs: Map<string, PairValue>, key: string, value: PairValue): void {
  if (!pairs.has(key)) pairs.set(key, value);
}

/** Returns the value of a key; without case where the text has none in this case. */
export function pairOf(pairs: Pairs, key: string): PairValue | undefined {
  const exact = pairs.get(key);
  if (exact) return exact;
  const lower = key.toLowerCase();
  for (const [name, value] of pairs) if (name.length === key.length && name.toLowerCase() === lower) return value;
  return undefined;
}

const HEX = /^(?:[0-9A-Fa-f]{2})+$/;
/** Numbers of the audit system have no more digits. */
const LONGEST_NUMBER = 16;

/**
 * Decodes hexadecimal digits to text; null where they may be a number, because the bytes are no readable text. Zero bytes
 * separate arguments.
 */
export function decodeHex(digits: string): string | null {
  if (!HEX.test(digits)) return null;
  const text = hexText(digits);
  const isReadable = text !== "" && !UNREADABLE.test(text);
  return isReadable || digits.length > LONGEST_NUMBER ? text : null;
}

/** Decodes an argument, which the audit system writes as hexadecimal digits if it has no quotes, whatever its bytes are. */
export const decodeArgument = (digits: string): string => (HEX.test(digits) ? hexText(digits) : digits);

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about the range
const UNREADABLE = /[\x00-\x08\x0b-\x1f\ufffd]/;

function hexText(digits: string): string {
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
  return new TextDecoder().decode(bytes).replaceAll("\0", " ").trimEnd();
}
