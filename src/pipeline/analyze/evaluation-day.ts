const DAY_MS = 86_400_000;

/** How long after its end a day is still open for late rows; the next evaluation day begins then. */
export const WATERMARK_MS = 2 * 3_600_000;

/**
 * Returns the evaluation day as days since 1970-01-01: the day of the newest event, or the current day if that is earlier.
 * A day becomes the current one when the watermark has passed its start.
 */
export function evaluationDayOf(now: Date, newestEventAt: Date | null): number {
  const current = now.getTime() - WATERMARK_MS;
  return Math.floor(Math.min(current, newestEventAt?.getTime() ?? current) / DAY_MS);
}

/** Returns 00:00 UTC of a day. */
export const startOfDay = (day: number): Date => new Date(day * DAY_MS);

/** Returns the day of a time, as days since 1970-01-01. */
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
