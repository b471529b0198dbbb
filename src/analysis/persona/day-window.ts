/** Days before the evaluation day that personas describe. */
export const WINDOW_DAYS = 90;
/** Days before the evaluation day in which a last use is looked for. */
export const LOOKBACK_DAYS = 180;
/** An account without a sign-in for so many days is dormant. */
export const DORMANT_ACCOUNT_DAYS = 180;
/** An account is new for so many days. */
export const NEW_ACCOUNT_DAYS = 30;
/** Days in which anomalies are counted. */
export const ANOMALY_DAYS = 30;

const DAY_MS = 86_400_000;

/** Returns the date of a day number, as `2026-11-15`. */
export const toDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns the day number of a time. */
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/** 32-bit words that hold one bit for each day of the window. */
export const WORDS = 3;

/** Counts the bits of three words, starting at an offset. */
export function countDays(words: Int32Array, offset: number): number {
  let total = 0;
  for (let index = offset; index < offset + WORDS; index++) total += bitsOf(words[index] ?? 0);
  return total;
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
