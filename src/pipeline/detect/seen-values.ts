import type { DayMemory, RowHit } from "../../analysis/detect/stateful-detector.ts";
import { DAY_MS, isInDays, periodOf } from "../../analysis/detect/stateful-detector.ts";

/** When an actor was last seen with a value: the earliest time on the latest day, and a time on a day before. */
interface LastSeen {
  readonly first: number;
  readonly before: number | undefined;
}

/** The folded hits of a memory that may change something. */
export interface NewHits {
  readonly toStore: readonly RowHit[];
  /** Hits that the days contain and that can be no finding, but may withdraw a later one. */
  readonly settled: readonly RowHit[];
}

/** What is known of a hit: `repeated` adds nothing to its day, `settled` adds to the day but can be no finding. */
type HitState = "repeated" | "settled" | "open";

/**
 * Cache of the values that the days of actors contain. It saves storing hits; results do not depend on it, because a hit
 * that is stored without need is also in the days. Keys are those of actors in rows, never of identities, whose actors
 * change with the directory.
 */
export class SeenValues {
  readonly #max: number;
  #recent = new Map<string, LastSeen>();
  #older = new Map<string, LastSeen>();

  /** Keeps between `max` and twice as many values. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Divides the hits that add something to the days of their actors. */
  newOf(scope: string, hits: Iterable<RowHit>, memory: DayMemory): NewHits {
    const toStore: RowHit[] = [];
    const settled: RowHit[] = [];
    for (const hit of hits) {
      const state = this.#stateOf(scope, hit, memory);
      if (state === "open") toStore.push(hit);
      if (state === "settled") settled.push(hit);
    }
    return { toStore, settled };
  }

  #stateOf(scope: string, hit: RowHit, memory: DayMemory): HitState {
    if (!isInDays(memory, hit)) return "open";
    const { settledMs } = memory;
    const last = this.#find(keyOf(scope, hit));
    if (last === undefined) return "open";
    const today = periodOf(hit.at, DAY_MS);
    if (periodOf(last.first, DAY_MS) === today && last.first < hit.at) return "repeated";
    const isRecent = (at: number | undefined): boolean => at !== undefined && at < today && at >= hit.at - settledMs;
    return isRecent(last.first) || isRecent(last.before) ? "settled" : "open";
  }

  /** Adds a hit whose row is in the days. */
  add(scope: string, hit: RowHit): void {
    const key = keyOf(scope, hit);
    const last = this.#find(key);
    this.#set(key, last === undefined ? { first: hit.at, before: undefined } : withHit(last, hit.at));
  }

  #find(key: string): LastSeen | undefined {
    const known = this.#recent.get(key) ?? this.#older.get(key);
    if (known !== undefined && !this.#recent.has(key)) this.#set(key, known);
    return known;
  }

  #set(key: string, last: LastSeen): void {
    this.#recent.set(key, last);
    if (this.#recent.size < this.#max) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}

/** The lengths keep the keys of different actors apart. */
const keyOf = (scope: string, { actor, value }: RowHit): string =>
  `${scope} ${actor?.key.length ?? 0} ${actor?.key ?? ""} ${value}`;

function withHit(last: LastSeen, at: number): LastSeen {
  const [known, today] = [periodOf(last.first, DAY_MS), periodOf(at, DAY_MS)];
  if (known === today) return { first: Math.min(last.first, at), before: last.before };
  if (known < today) return { first: at, before: last.first };
  return { first: last.first, before: Math.max(last.before ?? at, at) };
}
