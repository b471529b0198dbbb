/** Returns the largest number; null without any. Works on lists that are too long to be spread into arguments. */
export const largest = (numbers: Iterable<number>): number | null => extremeOf(numbers, (one, best) => one > best);

/** Returns the smallest number; null without any. */
export const smallest = (numbers: Iterable<number>): number | null => extremeOf(numbers, (one, best) => one < best);

function extremeOf(numbers: Iterable<number>, isBetter: (one: number, best: number) => boolean): number | null {
  let best: number | null = null;
  for (const one of numbers) if (best === null || isBetter(one, best)) best = one;
  return best;
}
