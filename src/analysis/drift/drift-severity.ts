import type { DriftSeverity } from "../../model/drift.ts";
import type { DriftChange } from "./drift-change.ts";

const POINTS = { privileged: 2, tier0: 3, controlPlane: 4, farOver: 1, broad: 2, rising: 1 };
const MEDIUM = 2;
const HIGH = 4;
/** This many computators of one subject and window are a broad change. */
const BROAD = 3;

/** Returns how severe a change is; `open` counts the computators that changed for the subject in the same window. */
export function severityOf(change: DriftChange, open: number): DriftSeverity {
  const points = pointsOf(change, open);
  if (points < MEDIUM) return "low";
  return points < HIGH || change.isShort ? "medium" : "high";
}

function pointsOf({ items, value, threshold, period, ...change }: DriftChange, open: number): number {
  const isFarOver = value !== null && threshold !== null && threshold !== 0 && value / threshold >= 2;
  const isRising = change.isRising && (period === "90d" || period === "180d");
  return (
    (items.some(({ isPrivileged }) => isPrivileged) ? POINTS.privileged : 0) +
    (items.some(({ tier, status }) => tier === 0 && status !== "gone") ? POINTS.tier0 : 0) +
    (change.reachesControlPlane ? POINTS.controlPlane : 0) +
    (isFarOver ? POINTS.farOver : 0) +
    (open >= BROAD ? POINTS.broad : 0) +
    (isRising ? POINTS.rising : 0)
  );
}

/** A change with its severity. */
export interface RatedChange extends DriftChange {
  readonly severity: DriftSeverity;
}

/** Rates all changes of one evaluation day. */
export function rateChanges(changes: readonly DriftChange[]): readonly RatedChange[] {
  const open = new Map<string, Set<string>>();
  const placeOf = ({ subject, period }: DriftChange): string => `${subject}|${period}`;
  for (const change of changes) {
    const known = open.get(placeOf(change)) ?? new Set();
    open.set(placeOf(change), known.add(change.computator));
  }
  return changes.map((change) => ({ ...change, severity: severityOf(change, open.get(placeOf(change))?.size ?? 0) }));
}
