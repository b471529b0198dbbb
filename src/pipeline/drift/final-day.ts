/** The last evaluation days are evaluated again, because rows may arrive up to 48 hours late. */
export const LATE_DAYS = 2;

/** Returns the last day whose changes a run on `day` no longer withdraws. */
export const finalDayOf = (day: number): number => day - LATE_DAYS;
