import type { Hit } from "../../analysis/detect/stateful-detector.ts";
import { isPlain } from "../../model/text/storable-text.ts";

type Data = NonNullable<Hit["data"]>;
type DataValue = Data[string];

/** Keys that most hits have, each stored as one control character. Only add to the end: stored hits have these. */
const KEYS: readonly (readonly [code: string, key: string])[] = [
  ["\u0001", "name"],
  ["\u0002", "trust"],
  ["\u0003", "origin"],
  ["\u0004", "accepted"],
  ["\u0005", "country"],
  ["\u0006", "device"],
  ["\u0007", "network"],
  ["\u0008", "lat"],
  ["\u000e", "lon"],
  ["\u000f", "user"],
  ["\u0010", "file"],
  ["\u0011", "how"],
  ["\u0012", "single"],
  ["\u0013", "scripted"],
  ["\u0014", "block"],
  ["\u0015", "number"],
];
const CODES = new Map(KEYS.map(([code, key]) => [key, code]));
const NAMES = new Map(KEYS);

/** The mark around any other key, the greatest of the marks that start a pair. */
const KEY_MARK = "\u001b";
const LAST_START = 0x1b;
/** The mark before a value that is no text, and the one before the place in the hit's value where a text starts. */
const NO_TEXT = "\u001c";
const TAIL = "\u001e";
/** A shorter text is not shorter as a place. */
const MIN_TAIL = 4;

/**
 * Returns the data of a hit as text: a code and a value for each key. A text that the hit's value ends with is not
 * repeated. If a text has control characters, all data are JSON.
 */
export function packData(data: Data, hitValue: string): string {
  let packed = "";
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value === undefined) continue;
    if (!isPackable(key) || (typeof value === "string" && !isPlain(value))) return toJson(data);
    packed += `${CODES.get(key) ?? `${KEY_MARK}${key}${KEY_MARK}`}${packDataValue(value, hitValue)}`;
  }
  return packed === "" ? toJson(data) : packed;
}

/** Returns data as JSON that keeps the sign of zero, which `JSON.stringify` does not. */
function toJson(data: Data): string {
  const pairs = Object.entries(data).filter(([, value]) => value !== undefined);
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${Object.is(value, -0) ? "-0" : JSON.stringify(value)}`)}}`;
}

/** A key that is not a name of its own in every object is left to JSON. */
const isPackable = (key: string): boolean => isPlain(key) && key !== "__proto__";

function packDataValue(value: DataValue, hitValue: string): string {
  if (typeof value === "string") {
    const isTail = value.length >= MIN_TAIL && hitValue.endsWith(value);
    return isTail ? `${TAIL}${hitValue.length - value.length}` : value;
  }
  if (typeof value === "boolean") return `${NO_TEXT}${value ? "t" : "f"}`;
  if (!Number.isFinite(value)) return `${NO_TEXT}n`;
  return `${NO_TEXT}${Object.is(value, -0) ? "-0" : value}`;
}

/** Reads packed data; also JSON, which earlier versions stored. */
export function unpackData(packed: string, hitValue: string): Data {
  if (packed.startsWith("{")) return JSON.parse(packed) as Data;
  const data: Record<string, DataValue> = {};
  for (let at = 0; at < packed.length; ) {
    const code = packed.charAt(at);
    const keyEnd = code === KEY_MARK ? packed.indexOf(KEY_MARK, at + 1) : at;
    const key = code === KEY_MARK ? packed.slice(at + 1, keyEnd) : (NAMES.get(code) ?? "");
    at = nextPair(packed, keyEnd + 1);
    data[key] = unpackDataValue(packed.slice(keyEnd + 1, at), hitValue);
  }
  return data;
}

function nextPair(packed: string, from: number): number {
  let at = from;
  while (at < packed.length && packed.charCodeAt(at) > LAST_START) at += 1;
  return at;
}

function unpackDataValue(text: string, hitValue: string): DataValue {
  if (text.startsWith(TAIL)) return hitValue.slice(Number(text.slice(1)));
  if (!text.startsWith(NO_TEXT)) return text;
  const value = text.slice(1);
  if (value === "n") return null;
  return value === "t" || value === "f" ? value === "t" : Number(value);
}
