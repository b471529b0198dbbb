/** Returns how many bits a letter of a text adds on average, if it follows the letters before it as in words. */
export type LetterBits = (text: string) => number;

const LETTERS = 26;
const A = "a".charCodeAt(0);

/** Learns from words which letters follow each other. */
export function createLetterBits(words: Iterable<string>): LetterBits {
  // Every pair counts once from the start, so that none is impossible.
  const pairs = Array.from({ length: LETTERS }, () => new Array<number>(LETTERS).fill(0.5));
  for (const word of words) {
    for (const [from, to] of pairsOf(word)) {
      const row = pairs[from];
      if (row) row[to] = (row[to] ?? 0) + 1;
    }
  }
  const bits = pairs.map((row) => {
    const total = row.reduce((sum, count) => sum + count, 0);
    return row.map((count) => -Math.log2(count / total));
  });
  return (text) => {
    const all = pairsOf(text).map(([from, to]) => bits[from]?.[to] ?? Number.POSITIVE_INFINITY);
    return all.length === 0 ? Number.POSITIVE_INFINITY : all.reduce((sum, each) => sum + each, 0) / all.length;
  };
}

const pairsOf = (text: string): readonly (readonly [number, number])[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => [
    text.charCodeAt(at) - A,
    text.charCodeAt(at + 1) - A,
  ]);
