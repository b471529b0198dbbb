import { largestItems } from "./change-items.ts";
import type { ChangeItem, DriftChange } from "./drift-change.ts";
import { toSummary } from "./summaries.ts";

const placeOf = ({ subject, computator, period }: DriftChange): string => `${subject}|${computator}|${period}`;

/**
 * Returns one change for each subject, computator and window: a credential that was added and is used is one change. The
 * first of several gives the value, all of them the items.
 */
export function mergeChanges(changes: readonly DriftChange[]): readonly DriftChange[] {
  const places = new Map<string, DriftChange>();
  for (const change of changes) {
    const known = places.get(placeOf(change));
    places.set(placeOf(change), known ? merged(known, change) : change);
  }
  return [...places.values()];
}

function merged(one: DriftChange, other: DriftChange): DriftChange {
  const items = new Map<string, ChangeItem>(one.items.map((item) => [item.key, item]));
  for (const item of other.items) {
    const known = items.get(item.key);
    items.set(item.key, known ? { ...known, rows: [...known.rows, ...item.rows] } : item);
  }
  return {
    ...one,
    items: largestItems([...items.values()]),
    summary: toSummary(`${one.summary} ${other.summary}`),
    reachesControlPlane: one.reachesControlPlane || other.reachesControlPlane,
    isRising: one.isRising || other.isRising,
  };
}
