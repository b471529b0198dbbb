import { toIso } from "./moment.ts";
import { type NhiFacts, WINDOW_DAYS } from "./nhi-facts.ts";
import type { Rhythm } from "./nhi-kind.ts";

const HOURS_PER_WEEK = 168;
const SATURDAY_HOUR = 120;

interface Pattern {
  readonly label: string;
  readonly activeDays: number;
  readonly perDay: readonly [least: number, most: number];
  readonly gapHours: number;
  readonly regularity: number;
}

const PATTERNS: Readonly<Record<Rhythm | "silent", Pattern>> = {
  fixed_interval: { label: "Every five minutes", activeDays: 90, perDay: [284, 288], gapHours: 0.5, regularity: 0.97 },
  continuous: { label: "Around the clock", activeDays: 90, perDay: [400, 2400], gapHours: 3, regularity: 0.7 },
  scheduled_daily: { label: "Every night", activeDays: 90, perDay: [6, 40], gapHours: 24, regularity: 0.94 },
  business_hours: { label: "In working hours", activeDays: 66, perDay: [15, 120], gapHours: 62, regularity: 0.55 },
  bursty: { label: "In bursts on working days", activeDays: 34, perDay: [12, 60], gapHours: 118, regularity: 0.3 },
  silent: { label: "Silent", activeDays: 0, perDay: [0, 0], gapHours: 24 * WINDOW_DAYS, regularity: 0 },
};

const isWorkingHour = (hour: number): boolean => hour < SATURDAY_HOUR && hour % 24 >= 7 && hour % 24 < 19;

/** How likely a call is in an hour of the week, relative to the others; Monday 00 UTC is hour 0. */
const WEIGHTS: Readonly<Record<Rhythm | "silent", (hour: number) => number>> = {
  fixed_interval: () => 1,
  continuous: (hour) => (hour % 24 >= 6 && hour % 24 < 22 ? 1.6 : 1),
  scheduled_daily: (hour) => (hour % 24 === 2 ? 1 : 0),
  business_hours: (hour) => (isWorkingHour(hour) ? 1 : 0.02),
  bursty: (hour) => (isWorkingHour(hour) ? 1 : 0),
  silent: () => 0,
};

/** When and how often an identity calls. */
export interface Calls {
  readonly rhythm: Rhythm | "silent";
  readonly total: number;
  readonly activeDays: number;
  /** The share of each of the 168 hours of a week. */
  readonly byHour: readonly number[];
}

export function drawCalls({ nhi, random }: NhiFacts): Calls {
  const rhythm = nhi.isDormant ? "silent" : nhi.kind.behaviour.rhythm;
  const { activeDays, perDay } = PATTERNS[rhythm];
  const weights = Array.from(
    { length: HOURS_PER_WEEK },
    (_, hour) => WEIGHTS[rhythm](hour) * (0.9 + 0.2 * random.next()),
  );
  const whole = sumOf(weights) || 1;
  return {
    rhythm,
    total: activeDays * random.int(...perDay),
    activeDays,
    byHour: weights.map((weight) => Number((weight / whole).toFixed(5))),
  };
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The share of calls in the hours that the test picks. */
export const shareOf = ({ byHour }: Calls, test: (hour: number) => boolean): number =>
  Number(sumOf(byHour.filter((_, hour) => test(hour))).toFixed(3));

export const weekendShareOf = (calls: Calls): number => shareOf(calls, (hour) => hour >= SATURDAY_HOUR);

export function callRhythmOf({ nhi }: NhiFacts, calls: Calls) {
  const { rhythm, total, activeDays, byHour } = calls;
  const pattern = PATTERNS[rhythm];
  const isFixed = rhythm === "fixed_interval";
  const entropy = -sumOf(byHour.filter((share) => share > 0).map((share) => share * Math.log(share)));
  return {
    class: rhythm,
    label: pattern.label,
    evidence: "observed",
    window_days: WINDOW_DAYS,
    calls: total,
    active_days: activeDays,
    calls_per_active_day: activeDays === 0 ? 0 : total / activeDays,
    period_seconds: isFixed ? 300 : null,
    jitter: isFixed ? 0.03 : null,
    schedule: rhythm === "scheduled_daily" ? [{ at_utc: "02:00", share: 0.96 }] : [],
    hour_of_week: byHour,
    entropy: Number((entropy / Math.log(HOURS_PER_WEEK)).toFixed(3)),
    business_hours_share: shareOf(calls, isWorkingHour),
    weekend_share: weekendShareOf(calls),
    burst_size: rhythm === "bursty" ? total / activeDays : null,
    longest_gap_hours: pattern.gapHours,
    regularity: pattern.regularity,
    last_call_at: toIso(nhi.lastSeen),
    overdue: isFixed || rhythm === "scheduled_daily" ? false : null,
  };
}
