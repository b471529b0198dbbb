import { digestUuid, sha256Hex, toUuid } from "../../runtime/hashing.ts";
import { RecentEntries } from "../../runtime/recent-entries.ts";

/** Detectors have no control character in their names, so the first one ends the name, whatever the group contains. */
const SEPARATOR = "\u001f";

/** A batch asks several times for the key of each of its groups. */
const MAX_GROUPS = 20_000;
const groupKeys = new RecentEntries<string>(MAX_GROUPS);

/** Returns the key of a group of a detector: 16 bytes of a digest of both. Texts of rows are part of the group. */
export function groupKeyOf(detector: string, group: string): string {
  const name = `${detector}${SEPARATOR}${group}`;
  const known = groupKeys.get(name);
  if (known !== undefined) return known;
  const key = digestUuid(name);
  groupKeys.set(name, key);
  return key;
}

const codes = new Map<string, number>();

/** Returns the number under which the hits of a detector expire: 4 bytes of a digest of its name. */
export function detectorCodeOf(detector: string): number {
  const code = codes.get(detector) ?? Number.parseInt(sha256Hex(detector).slice(0, 8), 16) | 0;
  codes.set(detector, code);
  return code;
}

/** The longest text that is its own key: the last of the 16 bytes is its length. */
const MAX_INLINE = 15;
const KEY_DIGITS = 32;
const LAST_BYTE = 30;
const KEY_LENGTH = 36;
const ASCII = Array.from({ length: 0x80 }, (_, code) => code.toString(16).padStart(2, "0"));

/**
 * Returns the key of a hit within its group and bucket. A short ASCII text is its own key; any other one has a digest,
 * whose last byte is not a length.
 */
export function hitKeyOf(text: string): string {
  const inline = text.length <= MAX_INLINE ? toAsciiHex(text) : undefined;
  if (inline !== undefined) return toUuid(`${inline.padEnd(LAST_BYTE, "0")}${ASCII[text.length]}`);
  const digest = sha256Hex(text);
  const last = Number.parseInt(digest.slice(LAST_BYTE, KEY_DIGITS), 16) | 0x80;
  return toUuid(`${digest.slice(0, LAST_BYTE)}${last.toString(16)}`);
}

function toAsciiHex(text: string): string | undefined {
  let hex = "";
  for (let index = 0; index < text.length; index++) {
    const byte = ASCII[text.charCodeAt(index)];
    if (byte === undefined) return undefined;
    hex += byte;
  }
  return hex;
}

/** Returns whether a key is a text and not a digest. */
export const isTextKey = (key: string): boolean => key[KEY_LENGTH - 2] === "0";

/** Groups have hits of the same few values. */
const MAX_TEXTS = 5_000;
const texts = new RecentEntries<string>(MAX_TEXTS);

/** Returns the text that is its own key. */
export function textOfKey(key: string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const length = Number.parseInt(key.slice(-2), 16);
  const text = Buffer.from(key.replaceAll("-", ""), "hex").toString("latin1", 0, length);
  texts.set(key, text);
  return text;
}
