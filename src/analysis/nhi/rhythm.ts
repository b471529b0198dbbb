import type { ActivityDay } from "../../model/identity/activity.ts";
import { RHYTHMS, type RhythmClass } from "../../model/identity/nhi-words.ts";
import { isoOfDay, round, WINDOW_DAYS } from "./facts.ts";
import { findLattice, type Lattice } from "./lattice.ts";
import { type Session, type StartMode, sessionsOf, startModesOf } from "./sessions.ts";

/** What the rhythm is decided by. */
interface Measured {
  readonly calls: number;
  readonly activeDays: number;
  /** Days from the first call of the window to the evaluation day. */
  readonly spanDays: number;
  readonly sessions: readonly Session[];
  readonly modes: readonly StartMode[];
  readonly lattice: Lattice | undefined;
  readonly hourOfWeek: readonly number[];
  readonly entropy: number;
  readonly businessShare: number;
  readonly weekendShare: number;
}

const MIN_CALLS = 16;
const MIN_COVERAGE = 0.4;
const MODE_SHARE = 0.75;
const DAY_MINUTES = 1_440;

/** Rules in the order in which they are tried. */
const RULES: readonly (readonly [RhythmClass, (measured: Measured) => boolean])[] = [
  ["silent", ({ calls }) => calls === 0],
  ["fixed_interval", isFixedInterval],
  ["sporadic", (m) => !isDense(m) && (m.sessions.length < 4 || m.activeDays < 3)],
  [
    "scheduled_weekly",
    (m) => m.sessions.length >= 4 && modeShareOf(m) >= MODE_SHARE && topWeekdayShare(m.sessions) >= 0.8,
  ],
  [
    "scheduled_daily",
    (m) =>
      m.sessions.length >= 4 && modeShareOf(m) >= MODE_SHARE && activeShare(m) >= 0.6 && meanMinutes(m.sessions) <= 120,
  ],
  ["sporadic", (m) => recurringShare(m) < 0.2],
  ["bursty", isBursty],
  ["business_hours", (m) => isBusiness(m)],
  ["continuous", (m) => m.entropy >= 0.9 && activeShare(m) >= 0.8],
];

/** Has compact sessions of many calls that fill little of the time; accounts of users have no sessions. */
function isBursty(m: Measured): boolean {
  if (m.sessions.length < 4) return false;
  return burstSize(m) >= 8 && meanMinutes(m.sessions) <= 20 && sessionShare(m) <= 0.25;
}

const isDense = (m: Measured): boolean => activeShare(m) >= 0.6 && m.calls / m.activeDays >= 20;
const isBusiness = (m: Measured): boolean => m.businessShare >= 0.8 && m.weekendShare <= 0.15;
const activeShare = ({ activeDays, spanDays }: Measured): number => activeDays / Math.max(1, spanDays);
/** Returns the share of days with calls after the first one, which is no sign of how often others follow. */
const recurringShare = ({ activeDays, spanDays }: Measured): number => (activeDays - 1) / Math.max(1, spanDays - 1);
const burstSize = ({ calls, sessions }: Measured): number => calls / Math.max(1, sessions.length);
const modeShareOf = ({ modes }: Measured): number => modes.reduce((sum, { share }) => sum + share, 0);

function isFixedInterval({ lattice, calls, spanDays }: Measured): boolean {
  if (!lattice || calls < MIN_CALLS) return false;
  return (calls * lattice.periodMs) / (spanDays * 86_400_000) >= MIN_COVERAGE;
}

const minutesIn = (sessions: readonly Session[]): number =>
  sessions.reduce((sum, { start, end }) => sum + end - start, 0);

const meanMinutes = (sessions: readonly Session[]): number => minutesIn(sessions) / Math.max(1, sessions.length);

/** Returns the share of the time that sessions fill. */
const sessionShare = ({ sessions, spanDays }: Measured): number =>
  minutesIn(sessions) / (Math.max(1, spanDays) * DAY_MINUTES);

function topWeekdayShare(sessions: readonly Session[]): number {
  const counts = new Array<number>(7).fill(0);
  for (const { start } of sessions) {
    const weekday = weekdayOf(Math.floor(start / DAY_MINUTES));
    counts[weekday] = (counts[weekday] ?? 0) + 1;
  }
  return Math.max(...counts) / Math.max(1, sessions.length);
}

/** Returns the day of the week, 0 for Monday; 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (day + 3) % 7;

function measure(days: readonly ActivityDay[], day: number): Measured {
  const hourOfWeek = new Array<number>(168).fill(0);
  for (const each of days) {
    each.hours.forEach((count, hour) => {
      const at = weekdayOf(each.day) * 24 + hour;
      hourOfWeek[at] = (hourOfWeek[at] ?? 0) + count;
    });
  }
  const calls = hourOfWeek.reduce((sum, count) => sum + count, 0);
  const shares = hourOfWeek.map((count) => count / Math.max(1, calls));
  const sessions = sessionsOf(days);
  return {
    calls,
    activeDays: days.length,
    spanDays: day - (days[0]?.day ?? day),
    sessions,
    modes: startModesOf(sessions),
    lattice: findLattice(days),
    hourOfWeek: shares,
    entropy: entropyOf(shares),
    businessShare: businessShareOf(shares),
    weekendShare: shares.slice(120).reduce((sum, share) => sum + share, 0),
  };
}

function entropyOf(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => (share > 0 ? total - share * Math.log(share) : total), 0);
  return sum / Math.log(shares.length);
}

/** Returns the share of calls in the 12 hours of weekdays that have the most: the hours of work of any time zone. */
function businessShareOf(shares: readonly number[]): number {
  const hours = Array.from({ length: 24 }, (_, hour) =>
    [0, 1, 2, 3, 4].reduce((sum, weekday) => sum + (shares[weekday * 24 + hour] ?? 0), 0),
  );
  const windows = hours.map((_, start) =>
    Array.from({ length: 12 }, (_unused, at) => hours[(start + at) % 24] ?? 0).reduce((sum, share) => sum + share, 0),
  );
  return Math.min(1, Math.max(...windows));
}

function longestGapHours(sessions: readonly Session[]): number {
  let longest = 0;
  sessions.forEach(({ start }, at) => {
    const before = sessions[at - 1];
    if (before) longest = Math.max(longest, start - before.end);
  });
  return longest / 60;
}

const SCHEDULED: ReadonlySet<RhythmClass> = new Set(["scheduled_daily", "scheduled_weekly"]);

/** The time between two expected calls in hours; null for a rhythm without one. */
function expectedHours(name: RhythmClass, { lattice }: Measured): number | null {
  if (name === "fixed_interval") return (lattice?.periodMs ?? 0) / 3_600_000;
  if (name === "scheduled_daily") return 24;
  return name === "scheduled_weekly" ? 168 : null;
}

function regularityOf(name: RhythmClass, measured: Measured): number {
  if (name === "fixed_interval") return measured.lattice?.share ?? 0;
  if (SCHEDULED.has(name)) return modeShareOf(measured);
  if (name === "business_hours") return measured.businessShare;
  if (name === "bursty") return 1 - sessionShare(measured);
  return name === "continuous" ? measured.entropy : 0;
}

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

const capped = (value: number): number => round(Math.min(1, Math.max(0, value)));

/** Classifies the times at which an identity calls; `days` are those of the window before the evaluation day. */
export function rhythmOf(days: readonly ActivityDay[], day: number) {
  const measured = measure(days, day);
  const name = RULES.find(([, holds]) => holds(measured))?.[0] ?? "irregular";
  const lattice = name === "fixed_interval" ? measured.lattice : undefined;
  return {
    class: name,
    label: RHYTHMS[name],
    evidence: measured.spanDays >= 14 && measured.calls >= MIN_CALLS ? ("observed" as const) : ("inferred" as const),
    window_days: WINDOW_DAYS,
    calls: measured.calls,
    active_days: measured.activeDays,
    calls_per_active_day: round(measured.calls / Math.max(1, measured.activeDays), 2),
    period_seconds: lattice ? round(lattice.periodMs / 1000, 1) : null,
    jitter: lattice ? round(lattice.jitter) : null,
    schedule: SCHEDULED.has(name)
      ? measured.modes.map(({ minute, share }) => ({ at_utc: timeOf(minute), share: capped(share) }))
      : [],
    hour_of_week: measured.hourOfWeek.map((share) => round(share)),
    entropy: capped(measured.entropy),
    business_hours_share: capped(measured.businessShare),
    weekend_share: capped(measured.weekendShare),
    burst_size: measured.sessions.length > 0 ? round(burstSize(measured), 2) : null,
    longest_gap_hours: round(longestGapHours(measured.sessions), 2),
    regularity: capped(regularityOf(name, measured)),
    ...lastCallOf(name, measured, days, day),
  };
}

function lastCallOf(name: RhythmClass, measured: Measured, days: readonly ActivityDay[], day: number) {
  const lastMinute = measured.sessions.at(-1)?.end;
  const lastDay = days.at(-1)?.day;
  if (lastMinute === undefined)
    return { last_call_at: lastDay === undefined ? null : isoOfDay(lastDay), overdue: null };
  const expected = expectedHours(name, measured);
  const hours = (day * DAY_MINUTES - lastMinute) / 60;
  return { last_call_at: minuteIso(lastMinute), overdue: expected === null ? null : hours > 3 * expected };
}

const minuteIso = (minute: number): string => new Date(minute * 60_000).toISOString();

export type Rhythm = ReturnType<typeof rhythmOf>;
