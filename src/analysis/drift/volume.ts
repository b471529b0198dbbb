import { type ActivityHistory, isWeekend, type Positions, presentDaysIn } from "./activity-history.ts";
import type { Comparison } from "./compared-windows.ts";

/** The days on which a subject was present and their events: those of weekdays, and those of weekends. */
interface DaySums {
  readonly days: readonly [weekdays: number, weekends: number];
  readonly events: readonly [weekdays: number, weekends: number];
}

/** Returns the sums of the days at these positions on which the subject was present. */
export function daySums(history: ActivityHistory, positions: Iterable<number>): DaySums {
  const days: [number, number] = [0, 0];
  const events: [number, number] = [0, 0];
  for (const position of positions) {
    const one = history.activity[position];
    if (!one || presentDaysIn(history, { from: position, to: position + 1 }) === 0) continue;
    const group = isWeekend(one.day) ? 1 : 0;
    days[group]++;
    events[group] += one.events;
  }
  return { days, events };
}

/**
 * Returns the logarithm of the ratio of the events to those that the reference had on as many weekdays and weekend days:
 * a window with more weekends than another is no change.
 */
export function ratioOfSums(current: DaySums, reference: DaySums): number {
  const mean = (reference.events[0] + reference.events[1]) / (reference.days[0] + reference.days[1]);
  const meanOf = (group: 0 | 1): number =>
    reference.days[group] === 0 ? mean : reference.events[group] / reference.days[group];
  const expected = current.days[0] * meanOf(0) + current.days[1] * meanOf(1);
  return Math.log((current.events[0] + current.events[1]) / expected);
}

export function* within(spans: readonly Positions[]): Iterable<number> {
  for (const { from, to } of spans) for (let position = from; position < to; position++) yield position;
}

/** Returns the log ratio of a comparison; undefined if the subject was absent on one side. */
export function logRatio(history: ActivityHistory, { current, references }: Comparison): number | undefined {
  const ratio = ratioOfSums(daySums(history, within([current])), daySums(history, within(references)));
  return Number.isFinite(ratio) ? ratio : undefined;
}
