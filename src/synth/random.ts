import { hashText, numbersFrom } from "../model/seeded-random.ts";

/** A deterministic random generator: the same seed and stream give the same values in the same order. */
export interface Random {
  /** Returns a number from 0, inclusive, to 1, exclusive. */
  next(): number;
  /** Returns an integer; both ends are inclusive. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns distinct items in random order; all of them if there are fewer than `count`. */
  sample<T>(items: readonly T[], count: number): readonly T[];
  /** Returns an item with a probability in proportion to its weight. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
}

/** Creates a generator for one stream. Streams are independent: more values of one leave the others unchanged. */
export function seededRandom(seed: number, stream: string): Random {
  const next = numbersFrom(seed ^ hashText(stream));
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

/** Returns an integer that is `mean` on average. */
export const around = (random: Random, mean: number): number => Math.floor(mean) + (random.chance(mean % 1) ? 1 : 0);

/** Returns a normally distributed number with mean 0 and variance 1. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/** Returns a positive factor that is 1 on average; a larger `sigma` gives a longer tail. */
export const logNormal = (random: Random, sigma: number): number =>
  Math.exp(sigma * normal(random) - (sigma * sigma) / 2);

/** Returns a Poisson-distributed count. */
export function poisson(random: Random, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let product = random.next();
  let count = 0;
  while (product > limit) {
    count += 1;
    product *= random.next();
  }
  return count;
}
