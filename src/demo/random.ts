/** Chance that repeats itself: the same seed and stream give the same answers in the same order. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Different members, in no particular order; all of them when fewer exist. */
  sample<T>(items: readonly T[], count: number): readonly T[];
  /** A member, each as likely as its weight says. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
}

/** Each stream is independent, so that drawing more for one noun leaves the others as they were. */
export function seededRandom(seed: number, stream: string): Random {
  const next = mulberry32(seed ^ fnv1a(stream));
  const pick = <T>(items: readonly T[]): T => itemAt(items, Math.floor(next() * items.length));
  return {
    next,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick,
    sample: (items, count) => {
      const keyed = items.map((item) => ({ item, key: next() })).sort((a, b) => a.key - b.key);
      return keyed.slice(0, count).map(({ item }) => item);
    },
    weighted: (items, weightOf) => {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      for (const item of items) {
        left -= weightOf(item);
        if (left < 0) return item;
      }
      return pick(items);
    },
  };
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError("Nothing to pick from");
  return item;
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** A whole number that is `mean` on average. */
export const around = (random: Random, mean: number): number => Math.floor(mean) + (random.chance(mean % 1) ? 1 : 0);
