import { periodOf, type StoredHit } from "../../stateful-detector.ts";

/** The first time in a period that enough happened within a window, and the most that any window of it held. */
export interface Burst {
  readonly trigger: StoredHit;
  /** All hits from the start of the first full window to the end of the period's last, oldest first. */
  readonly hits: readonly StoredHit[];
  readonly peak: number;
}

export interface BurstRule {
  readonly windowMs: number;
  readonly periodMs: number;
  readonly least: number;
  /** Count different values, or rows. */
  readonly count: "values" | "rows";
}

/**
 * Where `least` or more lie within a window that ends at a hit, and the window is one that is meant; at most one for each
 * period. Hits come sorted.
 */
export function burstsOf(
  hits: readonly StoredHit[],
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

/** A hit with enough behind it. */
export interface FullWindow {
  readonly hit: StoredHit;
  readonly at: number;
  /** What lies in the window that ends with the hit, the hit included. */
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** Every hit with `least` or more in the window that ends with it. `from` and `to` are positions, as `slice` takes them. */
export function fullWindows(
  hits: readonly StoredHit[],
  rule: Pick<BurstRule, "windowMs" | "count" | "least">,
): readonly FullWindow[] {
  const full: FullWindow[] = [];
  eachWindow(hits, rule, (hit, from, index, size) => {
    if (size >= rule.least) full.push({ hit, at: hit.at, size, from, to: index + 1 });
  });
  return full;
}

function eachWindow(
  hits: readonly StoredHit[],
  rule: Pick<BurstRule, "windowMs" | "count">,
  visit: (hit: StoredHit, start: number, index: number, size: number) => void,
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
