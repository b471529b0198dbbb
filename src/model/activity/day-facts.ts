import { DIMENSIONS } from "../identity/activity.ts";

/** How often a value occurred on a day. */
export interface FactUse {
  readonly count: number;
  /** The evidence: the 16 bytes of the content key and the code of the table, one character each. */
  readonly sample: string;
}

/**
 * The facts of one actor on one day, as they are packed. Values are represented by the 8 bytes of their hash, one
 * character each. Merging is commutative and associative, so that facts do not depend on the order of rows or batches.
 */
export interface DayFacts {
  events: number;
  failures: number;
  signIns: number;
  bytes: number;
  /** 24 counters. */
  readonly hours: number[];
  /** The codes of the tables, as bits. */
  tables: number;
  /** The uses of each dimension by hash, at the dimension's code; absent if there are none, as for most dimensions. */
  readonly uses: (Map<string, FactUse> | undefined)[];
  /** The number of uses of values that are not kept, at the dimension's code. */
  readonly others: number[];
  readonly minutes: Set<number>;
  /** Ascending. */
  firstCalls: number[];
  /** When each habit was first seen, in milliseconds since the start of the day, by the code of its kind and its hash. */
  readonly habits: Map<string, number>;
  /** Whether there were more habits than are kept. */
  isCrowded: boolean;
}

/** The number of values kept per dimension: those with the smallest hashes, which is a choice that any order makes. */
export const KEPT_VALUES = 128;
export const KEPT_CALLS = 32;
const HOURS = 24;

export const emptyFacts = (): DayFacts => ({
  events: 0,
  failures: 0,
  signIns: 0,
  bytes: 0,
  hours: new Array<number>(HOURS).fill(0),
  tables: 0,
  uses: DIMENSIONS.map(() => undefined),
  others: DIMENSIONS.map(() => 0),
  minutes: new Set(),
  firstCalls: [],
  habits: new Map(),
  isCrowded: false,
});

/** Adds without exceeding the largest exact integer. */
export const addCounts = (a: number, b: number): number => Math.min(a + b, Number.MAX_SAFE_INTEGER);

/** Adds `count` uses of a value of the dimension with a code; the smallest sample is kept. */
export function addUse(facts: DayFacts, code: number, hash: string, { count, sample }: FactUse): void {
  const uses = facts.uses[code] ?? new Map<string, FactUse>();
  facts.uses[code] = uses;
  const known = uses.get(hash);
  if (known === undefined) uses.set(hash, { count, sample });
  else {
    uses.set(hash, { count: addCounts(known.count, count), sample: known.sample < sample ? known.sample : sample });
  }
}

/** Adds a habit; the earliest time is kept. */
export function addHabit(habits: Map<string, number>, habit: string, since: number): void {
  habits.set(habit, Math.min(habits.get(habit) ?? since, since));
}

/** Adds the facts of `more` to `facts`. */
export function mergeFacts(facts: DayFacts, more: DayFacts): void {
  facts.events = addCounts(facts.events, more.events);
  facts.failures = addCounts(facts.failures, more.failures);
  facts.signIns = addCounts(facts.signIns, more.signIns);
  facts.bytes = addCounts(facts.bytes, more.bytes);
  facts.tables |= more.tables;
  for (let hour = 0; hour < HOURS; hour++) {
    facts.hours[hour] = addCounts(facts.hours[hour] ?? 0, more.hours[hour] ?? 0);
  }
  for (const [code, uses] of more.uses.entries()) {
    for (const [hash, use] of uses ?? []) addUse(facts, code, hash, use);
    facts.others[code] = addCounts(facts.others[code] ?? 0, more.others[code] ?? 0);
  }
  for (const minute of more.minutes) facts.minutes.add(minute);
  facts.firstCalls = [...facts.firstCalls, ...more.firstCalls];
  for (const [habit, since] of more.habits) addHabit(facts.habits, habit, since);
  facts.isCrowded ||= more.isCrowded;
  trimFacts(facts);
}

/**
 * Drops values and calls beyond the limits. A value that is dropped here has enough values with smaller hashes that it
 * would also be dropped from any larger set, so its count is complete in `others`.
 */
export function trimFacts(facts: DayFacts): void {
  for (const [code, uses] of facts.uses.entries()) {
    if (uses === undefined || uses.size <= KEPT_VALUES) continue;
    for (const hash of [...uses.keys()].sort().slice(KEPT_VALUES)) {
      facts.others[code] = addCounts(facts.others[code] ?? 0, uses.get(hash)?.count ?? 0);
      uses.delete(hash);
    }
  }
  facts.firstCalls = facts.firstCalls.sort((a, b) => a - b).slice(0, KEPT_CALLS);
  if (facts.habits.size <= KEPT_VALUES) return;
  facts.isCrowded = true;
  for (const habit of [...facts.habits.keys()].sort().slice(KEPT_VALUES)) facts.habits.delete(habit);
}
