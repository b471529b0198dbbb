import { periodOf, type RowHit } from "../../stateful-detector.ts";

/** The first window of a period that reaches the threshold, and the largest count of any window of that period. */
export interface Burst {
  readonly trigger: RowHit;
  /** All hits from the start of the period's first full window to the end of its last, oldest first. */
  readonly hits: readonly RowHit[];
  readonly peak: number;
}

export interface BurstRule {
  readonly windowMs: number;
  readonly periodMs: number;
  readonly least: number;
  /** Whether distinct values or rows are counted. */
  readonly count: "values" | "rows";
}

/**
 * Returns at most one burst per period: windows that end at a hit, hold `least` or more, and pass `isMeant`. Hits must be
 * sorted by time.
 */
export function burstsOf(
  hits: readonly RowHit[],
  rule: BurstRule,
  isMeant: (window: FullWindow) => boolean = () => true,
): readonly Burst[] {
  const bursts = new Map<number, { readonly first: FullWindow; readonly to: number; readonly peak: number }>();
  for (const window of fullWindows(hits, rule).filter(isMeant)) {
    const period = periodOf(window.at, rule.periodMs);
    const { first, peak } = bursts.get(period) ?? { first: window, peak: 0 };
    bursts.set(period, { first, to: window.to, peak: Math.max(peak, window.size) });
  }
  return [...bursts.values()].map(({ first, to, peak }) => ({
    trigger: first.hit,
    hits: hits.slice(first.from, to),
    peak,
  }));
}

/** A window that reaches the threshold. */
export interface FullWindow {
  readonly hit: RowHit;
  readonly at: number;
  /** The count of the window that ends with the hit, including the hit. */
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** Returns every window that ends with a hit and holds `least` or more; `from` and `to` are indexes for `slice`. */
export function fullWindows(
  hits: readonly RowHit[],
  rule: Pick<BurstRule, "windowMs" | "count" | "least">,
): readonly FullWindow[] {
  const full: FullWindow[] = [];
  eachWindow(hits, rule, (hit, from, index, size) => {
    if (size >= rule.least) full.push({ hit, at: hit.at, size, from, to: index + 1 });
  });
  return full;
}

function eachWindow(
  hits: readonly RowHit[],
  rule: Pick<BurstRule, "windowMs" | "count">,
  visit: (hit: RowHit, start: number, index: number, size: number) => void,
): void {
  const inside = new Map<string, number>();
  let rows = 0;
  let start = 0;
  for (const [index, hit] of hits.entries()) {
    inside.set(hit.value, (inside.get(hit.value) ?? 0) + 1);
    rows += hit.count;
    for (let first = hits[start]; first !== undefined && first.at < hit.at - rule.windowMs; first = hits[start]) {
      const left = (inside.get(first.value) ?? 1) - 1;
      if (left === 0) inside.delete(first.value);
      else inside.set(first.value, left);
      rows -= first.count;
      start += 1;
    }
    visit(hit, start, index, rule.count === "values" ? inside.size : rows);
  }
}

/** Returns a function that counts the distinct keys in windows, which must be asked for in order. */
export function distinctIn(
  hits: readonly RowHit[],
  keyOf: (hit: RowHit) => string,
): (window: Pick<FullWindow, "from" | "to">) => number {
  const inside = new Map<string, number>();
  let [from, to] = [0, 0];
  const change = (hit: RowHit | undefined, by: number): void => {
    if (hit === undefined) return;
    const left = (inside.get(keyOf(hit)) ?? 0) + by;
    if (left === 0) inside.delete(keyOf(hit));
    else inside.set(keyOf(hit), left);
  };
  return (window) => {
    for (; to < window.to; to += 1) change(hits[to], 1);
    for (; from < window.from; from += 1) change(hits[from], -1);
    return inside.size;
  };
}
