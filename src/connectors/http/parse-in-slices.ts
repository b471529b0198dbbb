import { endOfString } from "../../model/text/json-string.ts";
import { quoteLongNumbers } from "../../model/text/long-numbers.ts";
import { createTimeSlice, type TimeSlice } from "../../runtime/time-slice.ts";

const COMMA = 0x2c;
const QUOTE = 0x22;

/** A text up to this length is parsed in one step. */
const PIECE_CHARACTERS = 32_768;
/** The most levels of lists and objects longer than a piece; each level is scanned once more. */
const MAX_LONG_LEVELS = 16;
/** Bounds the memory of the parsed values, which may be many times the size of the text. */
const MAX_VALUES = 2_000_000;

/**
 * Parses JSON as `JSON.parse` does, but yields to the event loop in between, and returns integers beyond the safe range
 * as strings. Throws if the text is not JSON or has too many values.
 */
export async function parseInSlices(text: string): Promise<unknown> {
  const slice = createTimeSlice();
  await checkValues(text, slice);
  return parsePart(text.trim(), 0, slice);
}

/** A text with more values than the limit. */
export class TooManyValues extends Error {}

/** How many values are scanned between two checks of the time. */
const CHECK_EVERY = 4_096;

async function checkValues(text: string, slice: TimeSlice): Promise<void> {
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) i = endOfString(text, i);
    else if (char !== COMMA && nesting(char) <= 0) continue;
    values++;
    if (values > MAX_VALUES) throw new TooManyValues(`more than ${MAX_VALUES} values`);
    if (values % CHECK_EVERY === 0 && slice.isOver()) await slice.pause();
  }
}

async function parsePart(text: string, level: number, slice: TimeSlice): Promise<unknown> {
  if (slice.isOver()) await slice.pause();
  const first = text[0];
  if (text.length <= PIECE_CHARACTERS || (first !== "[" && first !== "{")) return parsePiece(text);
  if (level > MAX_LONG_LEVELS) throw new SyntaxError("long lists are nested too deep");
  if (!text.endsWith(first === "[" ? "]" : "}")) throw new SyntaxError("a list or object does not end");
  return first === "[" ? parseList(text, level, slice) : parseObject(text, level, slice);
}

const parsePiece = (text: string): unknown => JSON.parse(quoteLongNumbers(text));

async function parseList(text: string, level: number, slice: TimeSlice): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const { isLong, part } of partsOf(text, slice)) {
    if (isLong) values.push(await parsePart(part.trim(), level + 1, slice));
    else for (const value of parsePiece(`[${part}]`) as unknown[]) values.push(value);
  }
  return values;
}

async function parseObject(text: string, level: number, slice: TimeSlice): Promise<object> {
  const members: [string, unknown][] = [];
  for await (const { isLong, part } of partsOf(text, slice)) {
    if (!isLong) {
      for (const member of Object.entries(parsePiece(`{${part}}`) as object)) members.push(member);
      continue;
    }
    const start = part.indexOf('"');
    const end = endOfString(part, start);
    const colon = part.indexOf(":", end);
    if (part.slice(0, start).trim() !== "" || part.slice(end + 1, colon).trim() !== "")
      throw new SyntaxError("no name");
    const name = JSON.parse(part.slice(start, end + 1)) as string;
    members.push([name, await parsePart(part.slice(colon + 1).trim(), level + 1, slice)]);
  }
  return Object.fromEntries(members);
}

interface Part {
  /** True for one long element or member, false for several short ones with their commas. */
  readonly isLong: boolean;
  readonly part: string;
}

/** Splits a list or object between its elements or members. */
async function* partsOf(text: string, slice: TimeSlice): AsyncGenerator<Part, void, void> {
  let [group, start] = [1, 1];
  for await (const end of endsOf(text, slice)) {
    const isLong = end - start > PIECE_CHARACTERS;
    if (isLong && start > group) yield shortPart(text.slice(group, start - 1));
    if (isLong) yield { isLong, part: text.slice(start, end) };
    else if (end - group >= PIECE_CHARACTERS || end === text.length - 1) yield shortPart(text.slice(group, end));
    else {
      start = end + 1;
      continue;
    }
    [group, start] = [end + 1, end + 1];
  }
}

function shortPart(part: string): Part {
  if (part.trim() === "") throw new SyntaxError("nothing between two commas");
  return { isLong: false, part };
}

/** Yields the positions of the commas between elements or members, then that of the closing bracket. */
async function* endsOf(text: string, slice: TimeSlice): AsyncGenerator<number, void, void> {
  const last = text.length - 1;
  let depth = 0;
  for (let i = 1; i < last; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) i = endOfString(text, i);
    else if (char === COMMA && depth === 0) yield i;
    else depth += nesting(char);
    if (depth < 0) throw new SyntaxError("a bracket closes nothing");
    if (char === COMMA && slice.isOver()) await slice.pause();
  }
  if (depth !== 0) throw new SyntaxError("a bracket is not closed");
  yield last;
}

function nesting(char: number): number {
  if (char === 0x5b || char === 0x7b) return 1;
  return char === 0x5d || char === 0x7d ? -1 : 0;
}
