import { hashOf } from "./digest.ts";

/** Deeper levels hold less than one in four billion texts. */
const DEEPEST = 31;
/** A level that is fuller than this cannot be counted. */
const MAX_FILL = 0.7;

/**
 * Maps a text to a cell, written `level.bucket`. Half of all texts are on level 0, a quarter on level 1, and so on, each in
 * one of `width` buckets. The set of cells stays small however many texts there are, does not depend on their order, and
 * their number can be estimated from it.
 */
export function cellOf(text: string, width: number): string {
  const hash = hashOf(text, 0);
  const level = Math.min(Math.clz32(mixed(hash)), DEEPEST);
  return `${level}.${mixed(hash ^ OTHER) % width}`;
}

const OTHER = 0x9e3779b9;

/** Spreads every bit of a hash over all bits, because similar texts have similar hashes. */
function mixed(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}

export const levelOf = (cell: string): number => Number.parseInt(cell, 10);

/** What a set of cells shows of the texts behind it. */
export interface Estimate {
  readonly count: number;
  /** The first level that is not too full to be counted; on it and below is one in `2 ** level` of the texts. */
  readonly level: number;
}

/** Estimates the number of distinct texts from their cells. */
export function estimateOf(cells: ReadonlySet<string>, width: number): Estimate {
  const filled = new Array<number>(DEEPEST + 1).fill(0);
  for (const cell of cells) filled[levelOf(cell)] = (filled[levelOf(cell)] ?? 0) + 1;
  const tooFull = filled.findLastIndex((count) => count > MAX_FILL * width);
  const level = tooFull + 1;
  const texts = filled.slice(level).reduce((sum, count) => sum - width * Math.log(1 - count / width), 0);
  return { count: Math.round(texts * 2 ** level), level };
}
