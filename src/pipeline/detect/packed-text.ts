import { isPlain, storableText } from "../../model/text/storable-text.ts";
import { sha256 } from "../../runtime/hashing.ts";

/** A longer name is cut and gets a digest, because findings have it in an index, whose entries are limited. */
const MAX_NAME = 200;
const KEPT_OF_NAME = 160;

/** Returns a text of a row in a form that the database can store and index. */
export function storableName(text: string): string {
  const short = text.length <= MAX_NAME ? text : `${text.slice(0, KEPT_OF_NAME)}#${sha256(text).slice(0, 22)}`;
  return storableText(short);
}

/** Marks in a packed text: between its parts, for an absent part, and for a part that repeats something else. */
export const SEPARATOR = "\u001f";
const ABSENT = "\u001e";
export const SAME = "\u001d";

/** Replaces marks in a text of a row, so that no row can forge one. */
export const pack = (text: string | null): string => {
  if (text === null) return ABSENT;
  if (isPlain(text)) return text;
  return storableText([SEPARATOR, ABSENT, SAME].reduce((rest, mark) => rest.replaceAll(mark, " "), text));
};

export const unpack = (text: string | undefined): string | null =>
  text === undefined || text === ABSENT ? null : text;

/** Joins parts, without those at the end that repeat something else. */
export function joinParts(...parts: readonly string[]): string {
  let end = parts.length;
  while (parts[end - 1] === SAME) end -= 1;
  let joined = parts[0] ?? "";
  for (let index = 1; index < end; index++) joined += `${SEPARATOR}${parts[index]}`;
  return joined;
}
