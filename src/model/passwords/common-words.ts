import { ENGLISH_WORDS, FUNCTION_WORDS, PREFIXES, SUFFIXES } from "./english-words.ts";
import { NAMED_THINGS, NAMES, PASSWORD_WORDS, PHRASES } from "./password-words.ts";
import { createLetterBits, type LetterBits } from "./word-likeness.ts";

/** Bits that a word adds: somebody who guesses tries the frequent ones first. */
const PASSWORD_WORD_BITS = 7;
const NAME_BITS = 9;
const ENGLISH_WORD_BITS = 11;
const FUNCTION_WORD_BITS = { short: 6, long: 7 } as const;
/** The least for a word of three letters, which random characters contain often. */
const SHORT_WORD_BITS = 10;

/** The longest common word. */
export const MAX_WORD = 36;

/** Common words with the bits that each adds to a password. Words are written without accents, in lower case. */
export interface CommonWords {
  readonly bits: ReadonlyMap<string, number>;
  /** Words without their last letter, as they stand before an ending: "believ" of "believable". */
  readonly stems: ReadonlyMap<string, number>;
  readonly prefixes: ReadonlySet<string>;
  readonly suffixes: ReadonlySet<string>;
  /** Whether letters follow each other as in words. */
  readonly letterBits: LetterBits;
}

export const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

const wordsOf = (text: string): readonly string[] => withoutAccents(text).trim().split(/\s+/);

let loaded: CommonWords | undefined;

/** Returns the common words, which are read from their lists once. */
export function commonWords(): CommonWords {
  loaded ??= load();
  return loaded;
}

function load(): CommonWords {
  const bits = new Map<string, number>();
  const add = (words: readonly string[], bitsOf: (word: string) => number): void => {
    for (const word of words) bits.set(word, Math.min(bits.get(word) ?? Number.POSITIVE_INFINITY, bitsOf(word)));
  };
  add(wordsOf(FUNCTION_WORDS), ({ length }) => (length < 3 ? FUNCTION_WORD_BITS.short : FUNCTION_WORD_BITS.long));
  add(wordsOf(PASSWORD_WORDS), ({ length }) => (length > 3 ? PASSWORD_WORD_BITS : SHORT_WORD_BITS));
  add(wordsOf(`${NAMES} ${NAMED_THINGS} ${PHRASES}`), ({ length }) => (length > 3 ? NAME_BITS : SHORT_WORD_BITS));
  add(wordsOf(ENGLISH_WORDS), () => ENGLISH_WORD_BITS);
  const stems = new Map<string, number>();
  for (const [word, cost] of bits) {
    if (word.length >= 4 && word.endsWith("e")) stems.set(word.slice(0, -1), cost);
    if (word.length >= 4 && word.endsWith("y")) stems.set(`${word.slice(0, -1)}i`, cost);
  }
  return {
    bits,
    stems,
    prefixes: new Set(wordsOf(PREFIXES)),
    suffixes: new Set(wordsOf(SUFFIXES)),
    letterBits: createLetterBits(bits.keys()),
  };
}
