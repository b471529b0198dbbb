import { DAY_MS, type Hit, type RowHit, type SeenRow } from "../../stateful-detector.ts";
import { EVERYBODY, supporting, toHit } from "../hits.ts";

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
  const values = hits.filter((hit) => !isCoverage(hit));
  const history = new History(hits, rule, reachMs);
  const last = new Map<string, number>();
  const found: FirstSeen[] = [];
  let start = 0;
  for (const [index, hit] of values.entries()) {
    while ((values[start]?.at ?? hit.at) < hit.at - reachMs) start += 1;
    const before = last.get(hit.value);
    last.set(hit.value, hit.at);
    const isNew = before === undefined || before < hit.at - reachMs;
    const knownMs = hit.at - history.startOf(hit);
    if (!isNew || knownMs < rule.warmUpDays * DAY_MS) continue;
    const from = Math.max(start, index - MAX_PAST);
    found.push({ hit, past: () => values.slice(from, index), ...observed(knownMs, rule.baselineDays) });
  }
  return found;
}

/** Bounds a claim about the past by the history that was observed. */
export function observed(knownMs: number, baselineDays: number): Pick<FirstSeen, "observedDays" | "period"> {
  const days = Math.floor(knownMs / DAY_MS);
  if (days >= baselineDays) return { observedDays: baselineDays, period: `in the last ${baselineDays} days` };
  return { observedDays: days, period: days === 1 ? "in the 1 day on record" : `in the ${days} days on record` };
}

/** Finds the start of the history that a hit is compared with. Hits must be asked for in time order. */
class History {
  readonly #byTable: boolean;
  readonly #reachMs: number;
  readonly #times = new Map<string, number[]>();
  readonly #starts = new Map<string, number>();

  constructor(hits: readonly RowHit[], rule: FirstSeenRule, reachMs: number) {
    this.#byTable = rule.history === "table";
    this.#reachMs = reachMs;
    for (const hit of hits) {
      const times = this.#times.get(this.#keyOf(hit));
      if (times) times.push(hit.at);
      else this.#times.set(this.#keyOf(hit), [hit.at]);
    }
  }

  /** Returns the time of the oldest hit within the baseline before this one, or its own. */
  startOf(hit: RowHit): number {
    const key = this.#keyOf(hit);
    const times = this.#times.get(key) ?? [];
    let start = this.#starts.get(key) ?? 0;
    while ((times[start] ?? hit.at) < hit.at - this.#reachMs) start += 1;
    this.#starts.set(key, start);
    return Math.min(times[start] ?? hit.at, hit.at);
  }

  #keyOf({ ref }: RowHit): string {
    return this.#byTable ? ref.table : "";
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
