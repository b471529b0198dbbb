import type { ActivityDay, Dimension } from "../../model/identity/activity.ts";
import { compareText } from "../detect/periods.ts";
import type { SubjectKind } from "./computators.ts";
import type { DaySpan } from "./drift-windows.ts";
import { quantileOf } from "./robust-statistics.ts";

/** Values of one dimension that are counted by themselves; rarer ones are counted together. */
const MAX_KEYS = 512;
export const HOURS = 24;
/** Hours of weekdays, then hours of weekends. */
export const HOUR_SLOTS = 2 * HOURS;

/**
 * Counts of categories over the active days of a subject as prefix sums, so that the counts of any window are two
 * subtractions per category.
 */
export interface CountSeries {
  readonly keys: readonly string[];
  /** For each active day and the end, the counts of all categories before it. */
  readonly sums: Float64Array;
  /** The same for all counts of the dimension, including those of no category. */
  readonly totals: Float64Array;
  /** The position of the first active day with each category. */
  readonly firsts: Int32Array;
}

/** What a subject did over a span of days, in the form that windows are computed from. */
export interface ActivityHistory {
  /** The first day with activity. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly activity: readonly ActivityDay[];
  /** For each active day and the end, the events before it. */
  readonly events: Float64Array;
  /** For each active day and the end, the days before it on which the subject was present. */
  readonly present: Float64Array;
  /** Returns the counts of the hours of weekdays and weekends. */
  hoursOf(): CountSeries;
  /** Returns the counts of a dimension, or of those of its values that are accepted. */
  seriesOf(dimension: Dimension, accepts?: (key: string) => boolean): CountSeries;
  /** Returns how many active days are before a day. */
  positionOf(day: number): number;
}

/** Positions of active days, the last one not included. */
export interface Positions {
  readonly from: number;
  readonly to: number;
}

export const isWeekend = (day: number): boolean => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;

/** A day of a person with less than this share of the usual events is one of absence: mail arrives, devices synchronize. */
const PRESENT_SHARE = 0.15;
/** A quarter of the active days shows what is usual: more than half of them may precede the start of somebody's work. */
const USUAL_DAY = 0.75;

/** Returns the events from which on a day is one of presence; services are present whenever they are active. */
const leastEvents = (activity: readonly ActivityDay[], kind: SubjectKind): number =>
  kind === "nhi"
    ? 0
    : PRESENT_SHARE * quantileOf(Float64Array.from(activity, ({ events }) => events).sort(), USUAL_DAY);

/** Prepares the activity of a subject, in the order of days; undefined if there is none. */
export function activityHistoryOf(given: readonly ActivityDay[], kind: SubjectKind): ActivityHistory | undefined {
  const activity = given.filter(({ events }) => events > 0).sort((left, right) => left.day - right.day);
  const [first, last] = [activity[0], activity.at(-1)];
  if (!first || !last) return undefined;
  const positions = positionsOf(activity, first.day, last.day);
  const cached = new Map<string, CountSeries>();
  const columns = columnsOf(activity);
  const least = leastEvents(activity, kind);
  let hours: CountSeries | undefined;
  return {
    firstDay: first.day,
    lastDay: last.day,
    activity,
    events: prefixSums(activity.map(({ events }) => events)),
    present: prefixSums(activity.map(({ events }) => (events >= least ? 1 : 0))),
    hoursOf: () => {
      hours ??= hourSeries(activity);
      return hours;
    },
    seriesOf: (dimension, accepts) => {
      const name = accepts ? `${dimension}/${accepts.name}` : dimension;
      const known = cached.get(name);
      if (known) return known;
      const others = Float64Array.from(activity, (day) => day.others[dimension] ?? 0);
      const series = countSeries(columns.get(dimension) ?? NO_USES, others, accepts ?? (() => true));
      cached.set(name, series);
      return series;
    },
    positionOf: (day) => {
      if (day <= first.day) return 0;
      return day > last.day ? activity.length : (positions[day - first.day] ?? 0);
    },
  };
}

export const positionsIn = (history: ActivityHistory, { from, to }: DaySpan): Positions => ({
  from: history.positionOf(from),
  to: history.positionOf(to),
});

export const eventsIn = ({ events }: ActivityHistory, { from, to }: Positions): number =>
  (events[to] ?? 0) - (events[from] ?? 0);

/** Returns on how many days of a window the subject was present. */
export const presentDaysIn = ({ present }: ActivityHistory, { from, to }: Positions): number =>
  (present[to] ?? 0) - (present[from] ?? 0);

/** Writes the counts of all categories in a window into `counts`. */
export function countsIn({ keys, sums }: CountSeries, { from, to }: Positions, counts: Float64Array): Float64Array {
  const width = keys.length;
  for (let index = 0; index < width; index++) {
    counts[index] = (sums[to * width + index] ?? 0) - (sums[from * width + index] ?? 0);
  }
  return counts;
}

export function countOf({ keys, sums }: CountSeries, { from, to }: Positions, index: number): number {
  return (sums[to * keys.length + index] ?? 0) - (sums[from * keys.length + index] ?? 0);
}

export const totalIn = ({ totals }: CountSeries, { from, to }: Positions): number =>
  (totals[to] ?? 0) - (totals[from] ?? 0);

function positionsOf(activity: readonly ActivityDay[], first: number, last: number): Int32Array {
  const positions = new Int32Array(last - first + 1);
  let position = 0;
  for (let offset = 0; offset <= last - first; offset++) {
    while ((activity[position]?.day ?? Number.POSITIVE_INFINITY) < first + offset) position++;
    positions[offset] = position;
  }
  return positions;
}

function prefixSums(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let index = 0; index < values.length; index++) sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0);
  return sums;
}

const HOUR_KEYS = Array.from({ length: HOUR_SLOTS }, (_, slot) => {
  const group = slot < HOURS ? "weekday" : "weekend";
  return `${group}:${String(slot % HOURS).padStart(2, "0")}`;
});

function hourSeries(activity: readonly ActivityDay[]): CountSeries {
  const sums = new Float64Array((activity.length + 1) * HOUR_SLOTS);
  for (const [index, { day, hours }] of activity.entries()) {
    sums.copyWithin((index + 1) * HOUR_SLOTS, index * HOUR_SLOTS, (index + 1) * HOUR_SLOTS);
    const start = (index + 1) * HOUR_SLOTS + (isWeekend(day) ? HOURS : 0);
    for (let hour = 0; hour < HOURS; hour++) sums[start + hour] = (sums[start + hour] ?? 0) + (hours[hour] ?? 0);
  }
  const totals = prefixSums(activity.map(({ hours }) => hours.reduce((sum, count) => sum + count, 0)));
  return { keys: HOUR_KEYS, sums, totals, firsts: new Int32Array(HOUR_SLOTS) };
}

/** The uses of one dimension in the order of days. */
interface Column {
  readonly positions: number[];
  readonly keys: string[];
  readonly counts: number[];
}

function columnsOf(activity: readonly ActivityDay[]): ReadonlyMap<Dimension, Column> {
  const columns = new Map<Dimension, Column>();
  for (const [position, { uses }] of activity.entries()) {
    for (const { dimension, key, count } of uses) {
      let column = columns.get(dimension);
      if (!column) {
        column = { positions: [], keys: [], counts: [] };
        columns.set(dimension, column);
      }
      column.positions.push(position);
      column.keys.push(key);
      column.counts.push(count);
    }
  }
  return columns;
}

const NO_USES: Column = { positions: [], keys: [], counts: [] };

function countSeries(
  { positions, keys: given, counts }: Column,
  dayTotals: Float64Array,
  accepts: (key: string) => boolean,
): CountSeries {
  const keys = keysOf(given, counts, accepts);
  const indexes = new Map(keys.map((key, index) => [key, index]));
  const [width, days] = [keys.length, dayTotals.length];
  const sums = new Float64Array((days + 1) * width);
  const firsts = new Int32Array(width).fill(days);
  for (const [at, key] of given.entries()) {
    if (!accepts(key)) continue;
    const [position, count] = [positions[at] ?? 0, counts[at] ?? 0];
    dayTotals[position] = (dayTotals[position] ?? 0) + count;
    const index = indexes.get(key);
    if (index === undefined) continue;
    const place = (position + 1) * width + index;
    sums[place] = (sums[place] ?? 0) + count;
    firsts[index] = Math.min(firsts[index] ?? position, position);
  }
  return { keys, sums: accumulate(sums, width), totals: prefixSums(dayTotals), firsts };
}

/** Turns the counts of each day into the counts up to it. */
function accumulate(sums: Float64Array, width: number): Float64Array {
  for (let place = width; place < sums.length; place++) sums[place] = (sums[place] ?? 0) + (sums[place - width] ?? 0);
  return sums;
}

/** Returns the keys in the order of their text, the most used ones if there are too many. */
function keysOf(
  given: readonly string[],
  counts: readonly number[],
  accepts: (key: string) => boolean,
): readonly string[] {
  const totals = new Map<string, number>();
  for (const [at, key] of given.entries()) totals.set(key, (totals.get(key) ?? 0) + (counts[at] ?? 0));
  const most = [...totals].filter(([key]) => accepts(key));
  if (most.length > MAX_KEYS) {
    most.sort(([key, count], [other, otherCount]) => otherCount - count || compareText(key, other));
  }
  return most
    .slice(0, MAX_KEYS)
    .map(([key]) => key)
    .sort(compareText);
}
