export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the time `ms` milliseconds later, or earlier if negative. */
export const shift = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Returns the start of the UTC day. */
export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

export const isWeekend = (at: Date): boolean => at.getUTCDay() % 6 === 0;
