import { hashText, numbersFrom } from "../../model/seeded-random.ts";
import type { ActivityHistory } from "./activity-history.ts";
import type { ComparedWindows } from "./compared-windows.ts";
import type { MixSeries } from "./mix.ts";
import { daySums, ratioOfSums } from "./volume.ts";

export const PERMUTATIONS = 199;
export const MAX_P = 0.01;
const MAX_AS_LARGE = MAX_P * (PERMUTATIONS + 1);
const DAYS_OF_WEEK = 7;

/** Active days that are moved together between the windows, by position. */
type Block = readonly number[];

/**
 * Returns how often a distance as large as the measured one occurs when whole days are assigned to the two windows at
 * random: the p-value of the comparison, or some value above `MAX_P`. Windows of 180 days are permuted in weeks.
 */
export function mixPermutationP(mix: MixSeries, windows: ComparedWindows, seed: string, measured: number): number {
  const width = mix.series.keys.length;
  const zeros = () => new Float64Array(width);
  const rows = new Map<number, Float64Array>();
  for (let at = windows.reference.from; at < windows.current.to; at++) {
    rows.set(at, mix.countsOf({ from: at, to: at + 1 }));
  }
  const sumOf = (blocks: readonly Block[]): Float64Array => {
    const sum = zeros();
    for (const position of blocks.flat()) {
      const row = rows.get(position) ?? sum;
      for (let index = 0; index < width; index++) sum[index] = (sum[index] ?? 0) + (row[index] ?? 0);
    }
    return sum;
  };
  return permutationP(
    windows,
    seed,
    (current, reference) => mix.distance(sumOf(current), sumOf(reference)) >= measured,
  );
}

/** Returns the p-value of a log ratio of volumes. */
export function volumePermutationP(
  history: ActivityHistory,
  windows: ComparedWindows,
  seed: string,
  measured: number,
): number {
  const sumsOf = (blocks: readonly Block[]) => daySums(history, blocks.flat());
  return permutationP(
    windows,
    seed,
    (current, reference) => Math.abs(ratioOfSums(sumsOf(current), sumsOf(reference))) >= Math.abs(measured),
  );
}

function permutationP(
  windows: ComparedWindows,
  seed: string,
  isAsLarge: (current: readonly Block[], reference: readonly Block[]) => boolean,
): number {
  const blocks = blocksOf(windows);
  const currentBlocks = Math.max(1, blocks.filter(([first = 0]) => first >= windows.current.from).length);
  const random = numbersFrom(hashText(seed));
  let asLarge = 1;
  // What is not significant needs no exact p-value.
  for (let round = 0; round < PERMUTATIONS && asLarge <= MAX_AS_LARGE; round++) {
    const shuffled = shuffle(blocks, random);
    if (isAsLarge(shuffled.slice(0, currentBlocks), shuffled.slice(currentBlocks))) asLarge++;
  }
  return asLarge / (PERMUTATIONS + 1);
}

function blocksOf({ window, current, reference }: ComparedWindows): readonly Block[] {
  const size = window.period === "180d" ? DAYS_OF_WEEK : 1;
  const blocks: number[][] = [];
  for (const { from, to } of [reference, current]) {
    for (let at = from; at < to; at += size) {
      blocks.push(Array.from({ length: Math.min(size, to - at) }, (_, offset) => at + offset));
    }
  }
  return blocks;
}

/** Returns the items in a random order (Fisher-Yates). */
function shuffle<T>(items: readonly T[], random: () => number): readonly T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const moved = shuffled[last] as T;
    shuffled[last] = shuffled[other] as T;
    shuffled[other] = moved;
  }
  return shuffled;
}
