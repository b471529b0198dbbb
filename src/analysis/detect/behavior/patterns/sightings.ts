import { byTime, compareText } from "../../periods.ts";
import { DAY_MS, periodOf, type RowHit } from "../../stateful-detector.ts";
import { dataText } from "../hits.ts";

/** A value that was seen on a day. */
export interface Sighting {
  /** The hit, which has a row, or what the days show. */
  readonly hit: RowHit;
  /** The earliest time that the hit or the day shows. */
  readonly at: number;
  /** What the day shows, else the hit: the same whether or not the hit was stored. */
  readonly shown: RowHit;
}

/** Merges what the days show into the hits: a hit of the same value and day stands for both. In order of time. */
export function sightingsOf(hits: readonly RowHit[]): readonly Sighting[] {
  const shown = hits.filter(({ isFromDays }) => isFromDays).sort(byTimeAndName);
  if (shown.length === 0) return hits.map((hit) => ({ hit, at: hit.at, shown: hit }));
  const ofDay = new Map<string, Sighting>();
  const others: Sighting[] = [];
  for (const hit of hits) {
    if (hit.isFromDays) continue;
    const key = keyOf(hit);
    if (ofDay.has(key)) others.push({ hit, at: hit.at, shown: hit });
    else ofDay.set(key, { hit, at: hit.at, shown: hit });
  }
  for (const hit of shown) {
    const own = ofDay.get(keyOf(hit));
    if (own === undefined) ofDay.set(keyOf(hit), { hit, at: hit.at, shown: hit });
    else if (!own.shown.isFromDays) {
      ofDay.set(keyOf(hit), { hit: own.hit, at: Math.min(own.at, hit.at), shown: hit });
    }
  }
  return [...ofDay.values(), ...others].sort((a, b) => a.at - b.at || byTime(a.hit, b.hit));
}

const keyOf = ({ at, value }: RowHit): string => `${periodOf(at, DAY_MS)} ${value}`;

const byTimeAndName = (a: RowHit, b: RowHit): number =>
  a.at - b.at || compareText(dataText(a, "name"), dataText(b, "name"));

const CROWDED = "crowded:";

/** Returns a mark that a day of an actor does not show all that was seen; no claim reaches further back than its end. */
export const crowdedDay = (group: string, day: number): RowHit => {
  const at = (day + 1) * DAY_MS;
  const ref = { table: "SigninLogs", rowId: "", at } as const;
  return { group, value: CROWDED, at, ref, actor: null, platformEventId: null, count: 1, isFromDays: true };
};

export const isCrowdedDay = ({ value, isFromDays }: RowHit): boolean => isFromDays === true && value === CROWDED;
