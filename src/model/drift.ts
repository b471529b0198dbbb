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
