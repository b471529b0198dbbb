import type { ActivityDay, Dimension, RowRef } from "../../model/identity/activity.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { compareText } from "../detect/periods.ts";
import { type ActivityHistory, countOf, HOURS, isWeekend, type Positions, totalIn } from "./activity-history.ts";
import type { ComparedWindows } from "./compared-windows.ts";
import { isPrivilegedOperation, type MixRule } from "./computators.ts";
import { divergencePart } from "./distances.ts";
import { type ChangeItem, MAX_ITEMS } from "./drift-change.ts";
import { rowsOfDays, rowsOfValue } from "./evidence-rows.ts";
import type { MixSeries } from "./mix.ts";
import type { Novelty } from "./novelty.ts";
import { daySums, within } from "./volume.ts";

const MAX_LABEL = 200;
const MAX_KEY = 256;
const OPERATION = "operation:";

export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Returns the items with the largest contributions. */
export function largestItems(items: readonly ChangeItem[]): readonly ChangeItem[] {
  return [...items]
    .sort((left, right) => (right.contribution ?? 0) - (left.contribution ?? 0) || compareText(left.key, right.key))
    .slice(0, MAX_ITEMS);
}

type ItemFacts = Pick<ChangeItem, "key" | "label" | "status" | "before" | "after" | "contribution"> & {
  readonly rows: readonly RowRef[];
};

/** Creates an item about activity, with cleaned text. */
const toItem = ({ key, label, contribution, ...item }: ItemFacts): ChangeItem => ({
  ...item,
  key: safeText(key, MAX_KEY),
  label: safeText(label, MAX_LABEL),
  contribution: contribution === null ? null : rounded(contribution),
  tier: null,
  isPrivileged: key.startsWith(OPERATION) && isPrivilegedOperation(key.slice(OPERATION.length)),
  object: null,
});

/** Returns the values that are new, with their shares of the current window. */
export function noveltyItems(
  history: ActivityHistory,
  { dimension, series, indexes, share }: Novelty,
  { current }: ComparedWindows,
): readonly ChangeItem[] {
  const total = totalIn(series, current);
  return largestItems(
    indexes.map((index) => {
      const key = series.keys[index] ?? "";
      const after = countOf(series, current, index) / total;
      const found = rowsOfValue(history, current, dimension, key);
      return toItem({
        key: `${dimension}:${key}`,
        label: found.label,
        status: "new",
        before: 0,
        after: rounded(after),
        contribution: after / share,
        rows: found.rows,
      });
    }),
  );
}

interface Shares {
  readonly before: number;
  readonly after: number;
}

function statusOf({ before, after }: Shares): ChangeItem["status"] {
  if (before === 0) return "new";
  if (after === 0) return "gone";
  return after > before ? "up" : "down";
}

/** Returns the values whose shares differ, with the part of the distance that each contributes. */
export function mixItems(
  history: ActivityHistory,
  rule: MixRule,
  mix: MixSeries,
  windows: ComparedWindows,
): readonly ChangeItem[] {
  const [current, reference] = [mix.countsOf(windows.current), mix.countsOf(windows.reference)];
  const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0) || 1;
  const [currentTotal, referenceTotal] = [sum(current), sum(reference)];
  const parts = mix.series.keys.map((key, index) => {
    const before = (reference[index] ?? 0) / referenceTotal;
    const after = (current[index] ?? 0) / currentTotal;
    return { key, index, before, after, part: divergencePart(after, before) };
  });
  const whole = parts.reduce((total, { part }) => total + part, 0) || 1;
  const largest = parts
    .filter(({ part }) => part > 0)
    .sort((left, right) => right.part - left.part || compareText(left.key, right.key))
    .slice(0, MAX_ITEMS);
  return largest.map(({ key, index, part, ...shares }) => {
    const positions = shares.after >= shares.before ? windows.current : windows.reference;
    return toItem({
      ...evidenceOf(history, rule.source, positions, { key, index }),
      status: statusOf(shares),
      before: rounded(shares.before),
      after: rounded(shares.after),
      contribution: part / whole,
    });
  });
}

function evidenceOf(
  history: ActivityHistory,
  source: Dimension | "hours",
  positions: Positions,
  { key, index }: { readonly key: string; readonly index: number },
) {
  if (source !== "hours") return { key: `${source}:${key}`, ...rowsOfValue(history, positions, source, key) };
  const [hour, isOnWeekend] = [index % HOURS, index >= HOURS];
  const inHour = ({ day, hours }: ActivityDay): number => (isWeekend(day) === isOnWeekend ? (hours[hour] ?? 0) : 0);
  return { key, label: hourLabel(hour, isOnWeekend), rows: rowsOfDays(history, positions, inHour) };
}

const hourLabel = (hour: number, isOnWeekend: boolean): string =>
  `${isOnWeekend ? "weekends" : "weekdays"} ${String(hour).padStart(2, "0")}:00-${String(hour).padStart(2, "0")}:59 UTC`;

/** Returns the events per active day on weekdays and on weekends. */
export function volumeItems(history: ActivityHistory, windows: ComparedWindows): readonly ChangeItem[] {
  const means = [false, true].flatMap((isOnWeekend) => {
    const before = meanOf(history, windows.reference, isOnWeekend);
    const after = meanOf(history, windows.current, isOnWeekend);
    return before === undefined || after === undefined ? [] : [{ isOnWeekend, before, after }];
  });
  const whole = means.reduce((sum, { before, after }) => sum + Math.abs(after - before), 0) || 1;
  const items = means.map(({ isOnWeekend, before, after }) => {
    const positions = after >= before ? windows.current : windows.reference;
    return toItem({
      key: isOnWeekend ? "weekends" : "weekdays",
      label: `events per active day on ${isOnWeekend ? "weekends" : "weekdays"}`,
      status: after >= before ? "up" : "down",
      before: rounded(before),
      after: rounded(after),
      contribution: Math.abs(after - before) / whole,
      rows: rowsOfDays(history, positions, ({ day, events }) => (isWeekend(day) === isOnWeekend ? events : 0)),
    });
  });
  return largestItems(items);
}

function meanOf(history: ActivityHistory, positions: Positions, isOnWeekend: boolean): number | undefined {
  const { days, events } = daySums(history, within([positions]));
  const group = isOnWeekend ? 1 : 0;
  return days[group] === 0 ? undefined : events[group] / days[group];
}

/** Returns the number of events per day of a window on which the subject was present. */
export function eventsPerDay(history: ActivityHistory, positions: Positions): number {
  const { days, events } = daySums(history, within([positions]));
  return (events[0] + events[1]) / (days[0] + days[1]);
}
