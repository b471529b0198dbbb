import { PASSWORD_LENGTH } from "../account.ts";
import { withoutAccents } from "./common-words.ts";
import { type Guessability, guessBits, type PartKind } from "./guess-bits.ts";

/** Whose password it is. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string | null;
}

/** Passwords that fewer guesses find are refused: one or two common words, or sequences, with little else. */
const MIN_BITS = 32;

/** What stands behind this many characters only makes a password better, and takes time to read. */
const MAX_READ = 64;

const ADVICE = "choose four or more unrelated words";
const CAUSES: Readonly<Record<PartKind, string>> = {
  personal: "must not be made of your name, your email address or the name of this product",
  repeat: "must not repeat the same characters",
  sequence: "must not be made of sequences such as 123456 or qwerty",
  number: "must not be a number with little else",
  common: "must not be a common password, or common words with little else",
  other: "is too easy to guess",
};

/** Returns what is wrong with a new password, as the end of a sentence, or undefined. */
export function passwordProblem(password: string, owner: PasswordOwner): string | undefined {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min) return `must have at least ${min} characters`;
  if (length > max) return `must have at most ${max} characters`;
  const text = password.normalize("NFKC").toLowerCase();
  if (new Set(text).size < 5) return "must have at least 5 different characters";
  const guessability = leastOf(readingsOf([...text].slice(0, MAX_READ).join(""), personalWords(owner)));
  if (guessability.bits + caseBits(password) >= MIN_BITS) return undefined;
  return `${CAUSES[mainKind(guessability)]}; ${ADVICE}`;
}

/** Returns the words that others may know of the owner of a password. */
function personalWords({ email, name }: PasswordOwner): ReadonlySet<string> {
  const [mailbox = "", domain = ""] = email.toLowerCase().split("@");
  const labels = domain.split(".").slice(0, -1);
  const given = (name ?? "").toLowerCase();
  const texts = [mailbox, ...labels, given];
  const words = [...texts, ...texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)), email.toLowerCase(), "parapet"];
  const joined = texts.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ""));
  return new Set([...words, ...joined].map(withoutAccents).filter(({ length }) => length > 2));
}

/** What people put between words. */
const SEPARATOR = /[\s\-_.]/g;
/** Symbols of any kind between letters and digits, and what the first and each further one adds. */
const DIVISION = /[^\p{L}\p{N}]+/gu;
const DIVISION_BITS = { first: 3, more: 4 } as const;

/** Lists what somebody who guesses may take a password for. */
function readingsOf(text: string, personal: ReadonlySet<string>): readonly Guessability[] {
  const read = (part: string) => guessBits(part, personal);
  const joined = text.replace(SEPARATOR, "");
  const letters = text.replace(DIVISION, "");
  const characters = [...text];
  const [even, odd] = [0, 1].map((rest) => characters.filter((_, index) => index % 2 === rest).join(""));
  const half = text.slice(0, text.length / 2);
  const isMirrored = [...half].reverse().join("") === text.slice(-half.length);
  const isDoubled = even === odd;
  return [
    read(text),
    ...(joined !== text && joined !== "" ? [plus(read(joined), text.length - joined.length)] : []),
    ...(letters !== joined && letters !== "" ? [plus(read(letters), divisionBits(text))] : []),
    ...(isMirrored ? [plus(read(text.slice(0, Math.ceil(text.length / 2))), 2)] : []),
    isDoubled ? plus(read(even ?? ""), 2) : together(read(even ?? ""), read(odd ?? "")),
  ];
}

/** Returns what the symbols of a text add; spaces beside them add nothing. */
function divisionBits(text: string): number {
  const more = (symbols: string) => Math.max(0, symbols.replace(/\s/g, "").length - 1) * DIVISION_BITS.more;
  return (text.match(DIVISION) ?? []).reduce((sum, symbols) => sum + DIVISION_BITS.first + more(symbols), 0);
}

const plus = (read: Guessability, bits: number): Guessability => ({ ...read, bits: read.bits + bits });

/** Reads two texts whose characters alternate. */
function together(even: Guessability, odd: Guessability): Guessability {
  return { bits: even.bits + odd.bits + 3, characters: even.characters };
}

const leastOf = (readings: readonly Guessability[]): Guessability =>
  readings.reduce((least, reading) => (reading.bits < least.bits ? reading : least));

/** Bits that capital letters add, unless they stand where people put them. */
function caseBits(password: string): number {
  const upper = password.replace(/[^\p{Lu}]/gu, "").length;
  const lower = password.replace(/[^\p{Ll}]/gu, "").length;
  if (upper === 0) return 0;
  const starts = password.match(/(?<![\p{L}])\p{Lu}/gu)?.length ?? 0;
  return upper === starts || lower === 0 ? 1 : Math.min(upper, lower, 8);
}

/** Returns what most of a password is made of. */
function mainKind({ characters: { other: _other, ...characters } }: Guessability): PartKind {
  const [first] = Object.entries(characters).sort(([, a], [, b]) => b - a);
  return first && first[1] > 0 ? (first[0] as PartKind) : "other";
}
