import { DAY_MS, periodOf, type RowHit } from "../../stateful-detector.ts";

/** Returns on how many days of the baseline, more than 24 h before a time, there were at least so many different values. */
export function busyDaysBefore(hits: readonly RowHit[], at: number, baselineDays: number, least: number): number {
  const today = periodOf(at, DAY_MS);
  const days = new Map<number, Set<string>>();
  for (const hit of hits) {
    const day = periodOf(hit.at, DAY_MS);
    if (day >= today || hit.at >= at - DAY_MS || day < today - baselineDays * DAY_MS) continue;
    days.set(day, (days.get(day) ?? new Set()).add(hit.value));
  }
  return [...days.values()].filter(({ size }) => size >= least).length;
}
