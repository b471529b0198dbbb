import { SEVERITIES, type Severity } from "../../model/vocabulary.ts";
import type { PeriodFinding, RowHit, StatefulDetector } from "./stateful-detector.ts";
import { periodOf } from "./stateful-detector.ts";

/**
 * The pure part of stateful detection. Two rules make it independent of the order in which rows arrive: a finding of
 * period P rests only on hits from `P - spanMs` to the end of P, and hits fold by their own time alone.
 */

/** Consecutive periods, from the start of the first to the start of the last. */
export interface PeriodSpan {
  readonly first: number;
  readonly last: number;
}

type Shape = Pick<StatefulDetector, "spanMs" | "periodMs" | "foldMs">;
type Folding = Pick<StatefulDetector, "foldMs">;

/** Returns the slot of a hit; hits of a detector with the same group, value and slot fold into one. */
export function foldSlot(detector: Folding, hit: RowHit): string {
  if (detector.foldMs > 0) return String(periodOf(hit.at, detector.foldMs));
  return `${hit.ref.table}/${hit.ref.rowId}`;
}

export function byTime(a: RowHit, b: RowHit): number {
  return a.at - b.at || compareText(a.ref.rowId, b.ref.rowId) || compareText(a.value, b.value);
}

/** Folds two hits of one slot: keeps the earlier and adds the counts. */
export function foldInto(one: RowHit, other: RowHit): RowHit {
  const earlier = byTime(one, other) <= 0 ? one : other;
  return { ...earlier, count: one.count + other.count };
}

/** Folds hits as they are stored, keyed by group, value and slot. */
export function foldByKey(detector: Folding, hits: Iterable<RowHit>): ReadonlyMap<string, RowHit> {
  const kept = new Map<string, RowHit>();
  for (const hit of hits) {
    // The lengths keep the keys of different groups and values apart.
    const key = `${hit.group.length} ${hit.value.length} ${hit.group}${hit.value}${foldSlot(detector, hit)}`;
    const before = kept.get(key);
    kept.set(key, before === undefined ? hit : foldInto(before, hit));
  }
  return kept;
}

/** Returns the periods whose findings may change when hits at these times are added, as spans in time order. */
export function affectedPeriods(detector: Shape, times: readonly number[]): readonly PeriodSpan[] {
  const [only] = times;
  // Most groups of a batch have one changed hit.
  if (only !== undefined && times.length === 1) return [reachOf(detector, only)];
  const ranges = [...times].map((at) => reachOf(detector, at)).sort((a, b) => a.first - b.first);
  const merged: PeriodSpan[] = [];
  for (const range of ranges) {
    const before = merged.at(-1);
    if (before === undefined || range.first > before.last + detector.periodMs) merged.push(range);
    else merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
  }
  return merged;
}

function reachOf(detector: Shape, at: number): PeriodSpan {
  // A row can move the hit it folds into anywhere within the slot, so the whole slot is affected.
  const slotStart = detector.foldMs > 0 ? periodOf(at, detector.foldMs) : at;
  const slotEnd = detector.foldMs > 0 ? slotStart + detector.foldMs - 1 : at;
  return {
    first: periodOf(slotStart, detector.periodMs),
    last: periodOf(slotEnd + detector.spanMs, detector.periodMs),
  };
}

/** Returns the time range of the hits needed to evaluate these periods: `from <= at < until`. */
export function memoryReach(
  detector: Pick<Shape, "spanMs" | "periodMs">,
  range: PeriodSpan,
): { readonly from: number; readonly until: number } {
  return { from: range.first - detector.spanMs, until: range.last + detector.periodMs };
}

/** Keeps the findings of the periods that may have changed, one per key. */
export function keepFindings(findings: Iterable<PeriodFinding>, range: PeriodSpan): readonly PeriodFinding[] {
  return oneForEachKey([...findings].filter(({ period }) => period >= range.first && period <= range.last));
}

/** Keeps one finding per key, the most severe and then the earliest, in time order. */
export function oneForEachKey(findings: Iterable<PeriodFinding>): readonly PeriodFinding[] {
  const kept = new Map<string, PeriodFinding>();
  for (const finding of findings) {
    const before = kept.get(finding.key);
    if (before === undefined || compareFindings(finding, before) < 0) kept.set(finding.key, finding);
  }
  return [...kept.values()].sort((a, b) => a.at - b.at || compareText(a.key, b.key));
}

/** Orders by severity, highest first, then by time, then by row id. */
function compareFindings(a: PeriodFinding, b: PeriodFinding): number {
  return (
    severityRank(b.severity) - severityRank(a.severity) ||
    a.at - b.at ||
    compareText(a.rows[0]?.rowId ?? "", b.rows[0]?.rowId ?? "") ||
    compareText(a.summary, b.summary)
  );
}

export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** Compares by code unit, independent of the locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
