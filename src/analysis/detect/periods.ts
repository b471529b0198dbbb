import { SEVERITIES, type Severity } from "../../model/vocabulary.ts";
import type { PeriodFinding, StatefulDetector, StoredHit } from "./stateful-detector.ts";
import { periodOf } from "./stateful-detector.ts";

/**
 * The pure half of stateful detection. Two promises make it independent of the order in which rows come:
 * a finding of period P rests only on hits from `P - spanMs` to the end of P, and hits fold by their own time alone.
 */

/** Periods that follow each other without a gap, from the start of the first to the start of the last. */
export interface PeriodSpan {
  readonly first: number;
  readonly last: number;
}

type Shape = Pick<StatefulDetector, "spanMs" | "periodMs" | "foldMs">;
type Folding = Pick<StatefulDetector, "foldMs">;

/** Hits of a detector with the same group, value and slot are one hit. */
export function foldSlot(detector: Folding, hit: StoredHit): string {
  if (detector.foldMs > 0) return String(periodOf(hit.at, detector.foldMs));
  return `${hit.ref.table}/${hit.ref.rowId}`;
}

export function byTime(a: StoredHit, b: StoredHit): number {
  return a.at - b.at || compareText(a.ref.rowId, b.ref.rowId) || compareText(a.value, b.value);
}

/** Two hits of one slot as one: the earlier stands for both. */
export function foldInto(one: StoredHit, other: StoredHit): StoredHit {
  const earlier = byTime(one, other) <= 0 ? one : other;
  return { ...earlier, count: one.count + other.count };
}

/** The hits as they are remembered, each by a name that only those have which fold into it. */
export function foldByKey(detector: Folding, hits: Iterable<StoredHit>): ReadonlyMap<string, StoredHit> {
  const kept = new Map<string, StoredHit>();
  for (const hit of hits) {
    // With their lengths in front, no two names run into each other.
    const key = `${hit.group.length} ${hit.value.length} ${hit.group}${hit.value}${foldSlot(detector, hit)}`;
    const before = kept.get(key);
    kept.set(key, before === undefined ? hit : foldInto(before, hit));
  }
  return kept;
}

/** The periods whose findings can change when rows at these times are remembered, as ranges in order of time. */
export function affectedPeriods(detector: Shape, times: Iterable<number>): readonly PeriodSpan[] {
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
  // A row can move the hit it folds into anywhere within the slot, so the whole slot counts as touched.
  const slotStart = detector.foldMs > 0 ? periodOf(at, detector.foldMs) : at;
  const slotEnd = detector.foldMs > 0 ? slotStart + detector.foldMs - 1 : at;
  return {
    first: periodOf(slotStart, detector.periodMs),
    last: periodOf(slotEnd + detector.spanMs, detector.periodMs),
  };
}

/** The hits needed to evaluate these periods: `from <= at < until`. */
export function memoryReach(
  detector: Pick<Shape, "spanMs" | "periodMs">,
  range: PeriodSpan,
): { readonly from: number; readonly until: number } {
  return { from: range.first - detector.spanMs, until: range.last + detector.periodMs };
}

/** Of all findings the hits support, those of the periods that can have changed, one for each key. */
export function keepFindings(findings: Iterable<PeriodFinding>, range: PeriodSpan): readonly PeriodFinding[] {
  return oneForEachKey([...findings].filter(({ period }) => period >= range.first && period <= range.last));
}

/** One finding for each key, the gravest, then the earliest of them, in order of time. */
export function oneForEachKey(findings: Iterable<PeriodFinding>): readonly PeriodFinding[] {
  const kept = new Map<string, PeriodFinding>();
  for (const finding of findings) {
    const before = kept.get(finding.key);
    if (before === undefined || compareFindings(finding, before) < 0) kept.set(finding.key, finding);
  }
  return [...kept.values()].sort((a, b) => a.at - b.at || compareText(a.key, b.key));
}

/** The graver first, then the earlier, then the lower row id. */
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

/** By code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
