import { DAY_MS, periodOf, type RowHit } from "../../stateful-detector.ts";

/** What an account did on the days before a day. */
export interface HostHistory {
  readonly hosts: number;
  /** The days on which it used machines. */
  readonly days: number;
  /** The most machines on one day. */
  readonly mostInDay: number;
}

/** Returns a function that counts the machines of an account on the days of the baseline before the day of a time. */
export function hostHistory(
  hits: readonly RowHit[],
  hostOf: (hit: RowHit) => string,
  baselineMs: number,
): (at: number) => HostHistory {
  const byDay = new Map<number, Set<string>>();
  for (const hit of hits) {
    const day = periodOf(hit.at, DAY_MS);
    byDay.set(day, (byDay.get(day) ?? new Set()).add(hostOf(hit)));
  }
  const known = new Map<number, HostHistory>();
  return (at) => {
    const today = periodOf(at, DAY_MS);
    const past = known.get(today) ?? historyOf([...byDay].filter(([day]) => day < today && day >= today - baselineMs));
    known.set(today, past);
    return past;
  };
}

const historyOf = (days: readonly (readonly [number, ReadonlySet<string>])[]): HostHistory => ({
  hosts: new Set(days.flatMap(([, hosts]) => [...hosts])).size,
  days: days.length,
  mostInDay: Math.max(0, ...days.map(([, { size }]) => size)),
});
