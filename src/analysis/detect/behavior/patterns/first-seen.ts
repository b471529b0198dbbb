import type { LogTable } from "../../../../model/rows/log-row.ts";
import { DAY_MS, type Hit, type RowHit, type SeenRow } from "../../stateful-detector.ts";
import { EVERYBODY, supporting, toHit } from "../hits.ts";
import { isCrowdedDay, sightingsOf } from "./sightings.ts";

export interface FirstSeenRule {
  /** A value not seen for this long is new. */
  readonly baselineDays: number;
  /** The shortest history on which a value is called new. */
  readonly warmUpDays: number;
  /** The fold period of the hits: a folded hit shows only its first day, so the baseline is extended by it. */
  readonly foldDays?: number;
  /**
   * Whose history counts: that of all hits, or of the hits from the same table as the new one. Values of a table that has
   * only just been connected are not new because other tables have a longer history.
   */
  readonly history?: "group" | "table";
}

/** The most hits of the past that are looked at for one new value. */
const MAX_PAST = 300;

const COVERAGE = "coverage:";

/** Returns a hit that records that the row's table was observed at that time; it is never a new value itself. */
export const coverageHits = ({ row }: SeenRow): readonly Hit[] => supporting([toHit(EVERYBODY, COVERAGE + row.table)]);

export const isCoverage = ({ value }: RowHit): boolean => value.startsWith(COVERAGE);

export interface FirstSeen {
  readonly hit: RowHit;
  /** Returns the latest hits within the baseline before it, oldest first. */
  readonly past: () => readonly RowHit[];
  /** The days that a claim about the past may state: the baseline, or the observed history if that is shorter. */
  readonly observedDays: number;
  /** The same in words: `in the 9 days on record`, or `in the last 90 days` where the history covers the baseline. */
  readonly period: string;
}

/** Returns the hits of a value that was not seen within the baseline before, where the history is long enough. */
export function firstSeen(hits: readonly RowHit[], rule: FirstSeenRule): readonly FirstSeen[] {
  const reachMs = (rule.baselineDays + (rule.foldDays ?? 0)) * DAY_MS;
  const seen = sightingsOf(hits.filter((hit) => !isCoverage(hit) && !isCrowdedDay(hit)));
  const history = new History(hits, rule, reachMs);
  const last = new Map<string, number>();
  const found: FirstSeen[] = [];
  let start = 0;
  for (const [index, { hit, at }] of seen.entries()) {
    while ((seen[start]?.at ?? at) < at - reachMs) start += 1;
    const before = last.get(hit.value);
    last.set(hit.value, at);
    const isNew = before === undefined || before < at - reachMs;
    const knownMs = at - history.startOf(hit.ref.table, at);
    if (!isNew || hit.isFromDays || knownMs < rule.warmUpDays * DAY_MS) continue;
    const from = Math.max(start, index - MAX_PAST);
    const past = () => seen.slice(from, index).map(({ shown }) => shown);
    found.push({ hit, past, ...observed(knownMs, rule.baselineDays) });
  }
  return found;
}

/** Bounds a claim about the past by the history that was observed. */
export function observed(knownMs: number, baselineDays: number): Pick<FirstSeen, "observedDays" | "period"> {
  const days = Math.floor(knownMs / DAY_MS);
  if (days >= baselineDays) return { observedDays: baselineDays, period: `in the last ${baselineDays} days` };
  return { observedDays: days, period: days === 1 ? "in the 1 day on record" : `in the ${days} days on record` };
}

/** Finds the start of the history that a hit is compared with. Times must be asked for in ascending order. */
class History {
  readonly #byTable: boolean;
  readonly #reachMs: number;
  readonly #times = new Map<string, number[]>();
  readonly #starts = new Map<string, number>();
  readonly #crowded: readonly number[];

  constructor(hits: readonly RowHit[], rule: FirstSeenRule, reachMs: number) {
    this.#byTable = rule.history === "table";
    this.#reachMs = reachMs;
    this.#crowded = hits.filter(isCrowdedDay).map(({ at }) => at);
    for (const hit of hits) {
      if (isCrowdedDay(hit)) continue;
      const key = this.#keyOf(hit.ref.table);
      const times = this.#times.get(key);
      if (times) times.push(hit.at);
      else this.#times.set(key, [hit.at]);
    }
  }

  /** Returns the time of the oldest hit within the baseline before this time, or the time itself. */
  startOf(table: LogTable, at: number): number {
    const key = this.#keyOf(table);
    const times = this.#times.get(key) ?? [];
    let start = this.#starts.get(key) ?? 0;
    while ((times[start] ?? at) < at - this.#reachMs) start += 1;
    this.#starts.set(key, start);
    const complete = Math.max(times[start] ?? at, ...this.#crowded.filter((end) => end <= at));
    return Math.min(complete, at);
  }

  #keyOf(table: LogTable): string {
    return this.#byTable ? table : "";
  }
}

/** Returns the values of the past, the most frequent first, for a summary. */
export function usualValues(past: readonly RowHit[], most: number, nameOf = (hit: RowHit) => hit.value): string {
  const counts = new Map<string, number>();
  for (const hit of past) counts.set(nameOf(hit), (counts.get(nameOf(hit)) ?? 0) + 1);
  const names = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(", ")}${more}`;
}
