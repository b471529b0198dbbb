import type { DriftPeriod } from "./vocabulary.ts";

export interface DriftEvent {
  readonly driftId: string;
  readonly tuid: string | null;
  readonly computator: string;
  readonly timePeriod: DriftPeriod;
  /** Any JSON. Deltas computed by the service follow schema 1; imported ones need not. */
  readonly delta: unknown;
  readonly periodStartAt: Date | null;
  readonly detectedAt: Date | null;
  readonly user: { readonly name: string | null; readonly email: string | null };
}

export type DriftDirection = "added" | "removed" | "increase" | "decrease" | "shift";
export type DriftSeverity = "low" | "medium" | "high";
export type DriftItemStatus = "new" | "gone" | "up" | "down" | "changed";

/** One of the compared windows. */
export interface DriftDeltaWindow {
  readonly start: string;
  readonly end: string;
  readonly active_days: number;
  readonly events: number;
}

/** The result of the statistical gates; null where a gate does not apply. */
export interface DriftSignificance {
  readonly self_z: number | null;
  readonly self_max: number | null;
  readonly history_windows: number;
  readonly cohort_percentile: number;
  readonly permutation_p: number | null;
  readonly permutations: number;
}

/** Rows of a log table, or objects of the directory, by their ids. */
export interface DriftEvidence {
  readonly source_table: string;
  readonly source_event_ids: readonly string[];
}

export interface DriftDeltaItem {
  readonly key: string;
  readonly label: string;
  readonly status: DriftItemStatus;
  readonly before: number | string | null;
  readonly after: number | string | null;
  readonly contribution: number | null;
  readonly tier: "tier0" | "tier1" | "tier2" | null;
  readonly evidence: readonly DriftEvidence[];
}

/** The delta of a drift event that the service computed. */
export interface DriftDelta {
  readonly schema: 1;
  readonly summary: string;
  readonly measure: string;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly direction: DriftDirection;
  readonly severity: DriftSeverity;
  readonly current: DriftDeltaWindow;
  readonly reference: DriftDeltaWindow;
  readonly significance: DriftSignificance | null;
  /** The largest contribution first. */
  readonly items: readonly DriftDeltaItem[];
}

/** Renders a drift event. */
export function renderDrift(event: DriftEvent): string {
  return JSON.stringify({
    drift_id: event.driftId,
    computator: event.computator,
    time_period: event.timePeriod,
    delta: event.delta ?? null,
    period_start_at: event.periodStartAt,
    detected_at: event.detectedAt,
    user: { name: event.user.name, email: event.user.email },
  });
}
