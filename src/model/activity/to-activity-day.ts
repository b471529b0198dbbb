import { type ActivityDay, type DayUse, DIMENSIONS, type Dimension, type RowRef } from "../identity/activity.ts";
import { TABLE_CODES } from "./activity-codes.ts";
import type { DayFacts, FactUse } from "./day-facts.ts";
import { unpackSample } from "./day-sample.ts";

/** What a hash in a packed day stands for. */
export interface ValueName {
  readonly key: string;
  readonly label: string;
}

/** A use whose sample is unpacked when it is read: most are never shown. */
class NamedUse implements DayUse {
  readonly dimension: Dimension;
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly #sample: string;

  constructor(dimension: Dimension, { key, label }: ValueName, { count, sample }: FactUse) {
    this.dimension = dimension;
    this.key = key;
    this.label = label;
    this.count = count;
    this.#sample = sample;
  }

  get sample(): RowRef {
    return unpackSample(this.#sample);
  }
}

/** Converts facts to what the analysis reads; uses are in the order of their dimension and key. */
export function toActivityDay(
  day: number,
  facts: DayFacts,
  nameOf: (code: number, hash: string) => ValueName | undefined,
): ActivityDay {
  const uses: DayUse[] = [];
  const others: Partial<Record<Dimension, number>> = {};
  for (const [code, dimension] of DIMENSIONS.entries()) {
    const named: DayUse[] = [];
    for (const [hash, use] of facts.uses[code] ?? []) {
      const name = nameOf(code, hash);
      if (name !== undefined) named.push(new NamedUse(dimension, name, use));
    }
    uses.push(...named.sort((a, b) => (a.key < b.key ? -1 : 1)));
    const count = facts.others[code] ?? 0;
    if (count > 0) others[dimension] = count;
  }
  return {
    day,
    events: facts.events,
    failures: facts.failures,
    signIns: facts.signIns,
    bytes: facts.bytes,
    hours: facts.hours,
    tables: TABLE_CODES.filter((_, code) => Math.floor(facts.tables / 2 ** code) % 2 === 1).sort(),
    uses,
    others,
    minutes: [...facts.minutes].sort((a, b) => a - b),
    firstCalls: facts.firstCalls,
  };
}
