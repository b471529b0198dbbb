import type { RowHit } from "../../stateful-detector.ts";
import { type Correlation, meets } from "../parse/parse-correlation.ts";

/** A time at which the condition of a correlation holds. */
export interface Firing {
  readonly trigger: RowHit;
  /** The hits it rests on, the trigger among them, in order of time. */
  readonly hits: readonly RowHit[];
  /** The number that was compared with the condition. */
  readonly measured: number;
}

/** Returns whether a firing at this time is of interest. */
type Wanted = (at: number) => boolean;

/** Yields the wanted times at which the correlation holds, looking back from each hit over the timespan. */
export function* firingsOf(correlation: Correlation, hits: readonly RowHit[], isWanted: Wanted): Generator<Firing> {
  if (correlation.type === "temporal_ordered") yield* orderedFirings(correlation, hits, isWanted);
  else yield* windowFirings(correlation, hits, isWanted);
}

function* windowFirings(correlation: Correlation, hits: readonly RowHit[], isWanted: Wanted): Generator<Firing> {
  const measure = measureFor(correlation);
  let start = 0;
  for (const [end, trigger] of hits.entries()) {
    measure.add(trigger);
    for (let oldest = hits[start]; oldest && oldest.at < trigger.at - correlation.spanMs; oldest = hits[start]) {
      measure.remove(oldest);
      start += 1;
    }
    // Hits of the same time are evaluated together, at the last of them.
    if (hits[end + 1]?.at === trigger.at || !isWanted(trigger.at)) continue;
    const measured = measure.value();
    if (meets(measured, correlation.bounds)) yield { trigger, hits: hits.slice(start, end + 1), measured };
  }
}

/** An aggregate over the hits of a sliding window. */
interface Measure {
  add(hit: RowHit): void;
  remove(hit: RowHit): void;
  value(): number;
}

function measureFor({ type, percentile }: Correlation): Measure {
  if (type === "event_count") return new Total((hit) => hit.count);
  if (type === "value_sum") return new Total(numberOf);
  if (type === "value_avg") return new Average();
  return type === "value_percentile" ? new Percentile(percentile) : new Distinct();
}

const numberOf = ({ data }: RowHit): number => Number(data?.["number"] ?? Number.NaN);

class Total implements Measure {
  readonly #amountOf: (hit: RowHit) => number;
  #total = 0;

  constructor(amountOf: (hit: RowHit) => number) {
    this.#amountOf = amountOf;
  }

  add(hit: RowHit): void {
    this.#total += this.#amountOf(hit);
  }

  remove(hit: RowHit): void {
    this.#total -= this.#amountOf(hit);
  }

  value(): number {
    return this.#total;
  }
}

class Average extends Total {
  #count = 0;

  constructor() {
    super(numberOf);
  }

  override add(hit: RowHit): void {
    this.#count += 1;
    super.add(hit);
  }

  override remove(hit: RowHit): void {
    this.#count -= 1;
    super.remove(hit);
  }

  override value(): number {
    return super.value() / this.#count;
  }
}

class Distinct implements Measure {
  readonly #counts = new Map<string, number>();

  add({ value }: RowHit): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  remove({ value }: RowHit): void {
    const left = (this.#counts.get(value) ?? 0) - 1;
    if (left > 0) this.#counts.set(value, left);
    else this.#counts.delete(value);
  }

  value(): number {
    return this.#counts.size;
  }
}

class Percentile implements Measure {
  readonly #sorted: number[] = [];
  readonly #percentile: number;

  constructor(percentile: number) {
    this.#percentile = percentile;
  }

  add(hit: RowHit): void {
    this.#sorted.splice(this.#placeOf(numberOf(hit)), 0, numberOf(hit));
  }

  remove(hit: RowHit): void {
    this.#sorted.splice(this.#placeOf(numberOf(hit)), 1);
  }

  /** The value at the nearest rank. */
  value(): number {
    const rank = Math.ceil((this.#percentile / 100) * this.#sorted.length);
    return this.#sorted[Math.max(0, rank - 1)] ?? Number.NaN;
  }

  #placeOf(number: number): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Keeps, for each step of the sequence, the chain up to it that began last, because it stays in the timespan longest. */
function* orderedFirings({ rules, spanMs }: Correlation, hits: readonly RowHit[], isWanted: Wanted): Generator<Firing> {
  const chains: (readonly RowHit[] | undefined)[] = rules.map(() => undefined);
  for (let from = 0; from < hits.length; ) {
    const moment = hits[from]?.at ?? 0;
    let end = from;
    while (hits[end]?.at === moment) end += 1;
    const before = [...chains];
    for (const hit of hits.slice(from, end)) {
      const chain = extend(chains, before, hit);
      const start = chain?.[0]?.at ?? Number.NEGATIVE_INFINITY;
      if (chain && start >= hit.at - spanMs && isWanted(hit.at))
        yield { trigger: hit, hits: chain, measured: chain.length };
    }
    from = end;
  }
}

/** Adds a hit to every chain that waits for it; returns the sequence if the hit completes it. */
function extend(
  chains: (readonly RowHit[] | undefined)[],
  before: readonly (readonly RowHit[] | undefined)[],
  hit: RowHit,
): readonly RowHit[] | undefined {
  let complete: readonly RowHit[] | undefined;
  for (const step of stepsOf(hit)) {
    const chain = step === 0 ? [] : before[step - 1];
    if (chain === undefined) continue;
    const longer = [...chain, hit];
    const known = chains[step];
    if (known === undefined || (longer[0]?.at ?? 0) > (known[0]?.at ?? 0)) chains[step] = longer;
    if (step === chains.length - 1) complete = longer;
  }
  return complete;
}

/** Parses the steps of the sequence that a hit matches, which are stored in its value. */
function stepsOf({ value }: RowHit): readonly number[] {
  return value.split(",").map(Number);
}
