import { type CommonWords, commonWords, MAX_WORD, withoutAccents } from "./common-words.ts";
import { keyWalksAt } from "./key-walks.ts";

/** What a part of a password is made of. */
export type PartKind = "common" | "personal" | "sequence" | "repeat" | "number" | "other";

/** An estimate of how many guesses find a password, as a power of two, and how many characters are of which kind. */
export interface Guessability {
  readonly bits: number;
  readonly characters: Readonly<Record<PartKind, number>>;
}

/** One way to read the characters from a place on. */
interface Part {
  readonly length: number;
  readonly bits: number;
  readonly kind: PartKind;
  /** Endings stand behind words, and words behind what words begin with. */
  readonly role?: "word" | "prefix" | "suffix";
}

/** The best way to read a text up to a place: its last part, and what stands before. */
interface Reading {
  readonly bits: number;
  readonly part: Part | undefined;
  readonly before: Reading | undefined;
}

const WORST: Reading = { bits: Number.POSITIVE_INFINITY, part: undefined, before: undefined };

/** Where a reading may go on: anywhere, with an ending too, or with a word only. */
type State = "any" | "word" | "prefix";
type Readings = Map<State, Reading>;

/**
 * Estimates the guesses that find a text in lower case: the least of all ways to read it as common words, sequences,
 * walks over the keyboard, repetitions, years and other characters.
 */
export function guessBits(text: string, personal: ReadonlySet<string>): Guessability {
  const plain = withoutAccents(text);
  const parts = partsOf(plain, personal);
  const best = Array.from({ length: plain.length + 1 }, () => new Map<State, Reading>());
  best[0]?.set("any", { bits: 0, part: undefined, before: undefined });
  for (let at = 0; at < plain.length; at++) {
    for (const part of parts(at)) extend(best[at], best[at + part.length], part);
  }
  const ends = [...(best[plain.length] ?? [])].filter(([state]) => state !== "prefix").map(([, reading]) => reading);
  return describe(ends.reduce((least, reading) => (reading.bits < least.bits ? reading : least), WORST));
}

/** Extends every reading up to a place by one part. */
function extend(from: Readings | undefined, to: Readings | undefined, part: Part): void {
  for (const [state, before] of from ?? []) {
    const next = follow(state, part);
    if (next === undefined) continue;
    const bits = before.bits + part.bits;
    if (bits < (to?.get(next) ?? WORST).bits) to?.set(next, { bits, part, before });
  }
}

function follow(state: State, { role, length }: Part): State | undefined {
  if (role === "suffix") return state === "word" ? "word" : undefined;
  if (role === "prefix") return state === "prefix" ? undefined : "prefix";
  if (state === "prefix" && (role !== "word" || length < 4)) return undefined;
  return role === "word" && length >= 4 ? "word" : "any";
}

function describe(last: Reading): Guessability {
  const characters = { personal: 0, repeat: 0, sequence: 0, number: 0, common: 0, other: 0 };
  for (let reading: Reading | undefined = last; reading?.part; reading = reading.before) {
    characters[reading.part.kind] += reading.part.length;
  }
  return { bits: last.bits, characters };
}

/** Returns a function that lists the ways to read a text from a place on. */
function partsOf(text: string, personal: ReadonlySet<string>): (at: number) => readonly Part[] {
  const words = commonWords();
  const spellings = spellingsOf(text);
  return (at) => [
    characterAt(text, at),
    ...numbersAt(text, at),
    ...wordsAt(text, at, words, personal),
    ...unknownWordsAt(text, at, words),
    ...spellings.flatMap((spelling) => misspelledAt(text, spelling, at, words, personal)),
    ...sequencesAt(text, at),
    ...walksAt(text, at),
    ...copiesAt(text, at),
  ];
}

const LETTER_BITS = 4.2;
const SYMBOL_BITS = 5;
/** Characters that people put between words and at the end. */
const USUAL_SYMBOL_BITS = 2.5;

function characterAt(text: string, at: number): Part {
  const character = text.charAt(at);
  if (/\p{L}/u.test(character)) return { length: 1, bits: LETTER_BITS, kind: "other" };
  return { length: 1, bits: /[ \-_.,!?]/.test(character) ? USUAL_SYMBOL_BITS : SYMBOL_BITS, kind: "other" };
}

const LONG_NUMBER = 10;
const YEAR_BITS = 6;
const DATE_BITS = 12;
const DATE =
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:(?:19|20)?\d\d)$/;

/** Reads digits as a year, a date, or a number. */
function numbersAt(text: string, at: number): readonly Part[] {
  const { length: most = 0 } = /^\d+/.exec(text.slice(at))?.[0] ?? "";
  return Array.from({ length: most }, (_, index) => {
    const length = index + 1;
    const digits = text.slice(at, at + length);
    return { length, bits: numberBits(digits), kind: "number" };
  });
}

function numberBits(digits: string): number {
  const { length } = digits;
  if (length === 4 && /^(?:19|20)/.test(digits)) return YEAR_BITS;
  if (DATE.test(digits)) return DATE_BITS;
  // Long numbers are those of phones, cards and several dates.
  return length * (length < LONG_NUMBER ? 3.3 : 2.2);
}

const PERSONAL_BITS = 2;
const AFFIX_BITS = 3;

function wordsAt(text: string, at: number, words: CommonWords, personal: ReadonlySet<string>): readonly Part[] {
  const parts: Part[] = [];
  for (let length = 1; length <= MAX_WORD && at + length <= text.length; length++) {
    const word = text.slice(at, at + length);
    const bits = wordBits(words, personal, word);
    const kind = personal.has(word) ? "personal" : "common";
    if (bits !== undefined) parts.push({ length, bits, kind, role: "word" });
    if (words.suffixes.has(word)) parts.push({ length, bits: AFFIX_BITS, kind: "common", role: "suffix" });
    if (words.prefixes.has(word)) parts.push({ length, bits: AFFIX_BITS, kind: "common", role: "prefix" });
  }
  return parts;
}

/** Letters that look like a word or two are more likely in a password than others. */
const UNKNOWN_WORD = { bits: 17, letters: 8, bitsPerLetterMore: 2.5, minLetters: 6, maxLetterBits: 4.2 } as const;

/** Reads all letters up to the next other character as a word that is not in the lists. */
function unknownWordsAt(text: string, at: number, { letterBits }: CommonWords): readonly Part[] {
  if (/\p{L}/u.test(text.charAt(at - 1))) return [];
  const letters = /^\p{L}+/u.exec(text.slice(at))?.[0] ?? "";
  const { length } = letters;
  if (length < UNKNOWN_WORD.minLetters || letterBits(letters) > UNKNOWN_WORD.maxLetterBits) return [];
  const bits = UNKNOWN_WORD.bits + Math.max(0, length - UNKNOWN_WORD.letters) * UNKNOWN_WORD.bitsPerLetterMore;
  return [{ length, bits, kind: "common", role: "word" }];
}

function wordBits({ bits, stems }: CommonWords, personal: ReadonlySet<string>, word: string): number | undefined {
  if (personal.has(word)) return PERSONAL_BITS;
  return bits.get(word) ?? stems.get(word);
}

const SPELLINGS: readonly Readonly<Record<string, string>>[] = ["i", "l"].map((one) => ({
  "1": one,
  "!": one,
  "|": one,
  "@": "a",
  "4": "a",
  "3": "e",
  "€": "e",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "+": "t",
  "8": "b",
  "9": "g",
  "6": "g",
  "2": "z",
  "(": "c",
}));
const SPELLING_BITS = 2;

const spellingsOf = (text: string): readonly string[] =>
  SPELLINGS.map((letters) => [...text].map((character) => letters[character] ?? character).join(""));

/** Reads words of four and more letters that are spelled with digits and symbols, or backwards. */
function misspelledAt(
  text: string,
  spelling: string,
  at: number,
  words: CommonWords,
  personal: ReadonlySet<string>,
): readonly Part[] {
  const parts: Part[] = [];
  let backwards = "";
  for (let length = 1; length <= MAX_WORD && at + length <= text.length; length++) {
    backwards = spelling.charAt(at + length - 1) + backwards;
    if (length < 4) continue;
    const word = spelling.slice(at, at + length);
    const bits = wordBits(words, personal, word) ?? (length < 5 ? undefined : wordBits(words, personal, backwards));
    const isMostlyLetters = bits !== undefined && lettersIn(text.slice(at, at + length)) * 2 >= length;
    if (isMostlyLetters) parts.push({ length, bits: bits + SPELLING_BITS, kind: "common", role: "word" });
  }
  return parts;
}

const lettersIn = (text: string): number => text.replace(/[^\p{L}]/gu, "").length;

const SEQUENCE_BITS = 4;
const ODD_SEQUENCE_BITS = 6;
/** Random characters contain short sequences. */
const SHORT_SEQUENCE_BITS = 2;

/** Reads characters that follow each other in the alphabet, among the digits, or are the same. */
function sequencesAt(text: string, at: number): readonly Part[] {
  const step = stepBetween(text.charAt(at), text.charAt(at + 1));
  if (step === undefined || Math.abs(step) > 2) return [];
  const parts: Part[] = [];
  const isUsual = /[a019zxq]/.test(text.charAt(at)) || step === 0;
  for (let end = at + 2; end < text.length; end++) {
    if (stepBetween(text.charAt(end - 1), text.charAt(end)) !== step) break;
    const length = end - at + 1;
    const bits = (isUsual ? SEQUENCE_BITS : ODD_SEQUENCE_BITS) + (length === 3 ? SHORT_SEQUENCE_BITS : 0);
    parts.push({ length, bits, kind: step === 0 ? "repeat" : "sequence" });
  }
  return parts;
}

const RANGES = [
  { first: "0", size: 10 },
  { first: "a", size: 26 },
  { first: "а", size: 32 },
] as const;

function stepBetween(from: string, to: string): number | undefined {
  if (from === to) return from === "" ? undefined : 0;
  for (const { first, size } of RANGES) {
    const [a, b] = [from, to].map((character) => character.charCodeAt(0) - first.charCodeAt(0));
    if (a === undefined || b === undefined || !(a >= 0 && b >= 0 && a < size && b < size)) continue;
    const step = (b - a + size) % size;
    return step > size / 2 ? step - size : step;
  }
  return undefined;
}

function walksAt(text: string, at: number): readonly Part[] {
  return keyWalksAt(text, at).flatMap((bits, length) => (length < 3 ? [] : [{ length, bits, kind: "sequence" }]));
}

const COPY_BITS = 3;

/** Reads three and more characters that stood before. */
function copiesAt(text: string, at: number): readonly Part[] {
  const parts: Part[] = [];
  for (let length = 3; at + length <= text.length; length++) {
    if (!text.slice(0, at).includes(text.slice(at, at + length))) break;
    parts.push({ length, bits: COPY_BITS, kind: "repeat" });
  }
  return parts;
}
