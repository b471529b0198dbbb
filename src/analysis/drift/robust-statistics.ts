/** Makes a median absolute deviation comparable with a standard deviation. */
const MAD_SCALE = 1.4826;

const ascending = (left: number, right: number): number => left - right;

/** Returns the median; 0 for no values. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort(ascending);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The center and the spread of values, which a few outliers do not change. */
export interface RobustScale {
  readonly median: number;
  readonly spread: number;
}

/** Returns the center and spread of values; the spread is at least `floor`. */
export function robustScaleOf(values: readonly number[], floor: number): RobustScale {
  const median = medianOf(values);
  const deviation = medianOf(values.map((value) => Math.abs(value - median)));
  return { median, spread: Math.max(floor, MAD_SCALE * deviation) };
}

export const robustZ = (value: number, { median, spread }: RobustScale): number => (value - median) / spread;

/** Returns the smallest of the sorted values that at least this share of them does not exceed; 0 for no values. */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Returns the share of the sorted values that are at most `value`. */
export function percentileOf(sorted: ArrayLike<number>, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return sorted.length === 0 ? 0 : low / sorted.length;
}

/** The allowance and the limit of the sum: a false alarm about every 900 weeks, a shift of one spread in about 10. */
const CUSUM = { allowance: 0.5, limit: 5 };

/** Returns whether the cumulative sum of weekly deviations, oldest first, is over its limit at the end. */
export function isSlowlyRising(deviations: readonly number[]): boolean {
  const sum = deviations.reduce((total, z) => Math.max(0, total + z - CUSUM.allowance), 0);
  return sum > CUSUM.limit;
}
