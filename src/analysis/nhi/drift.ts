import { type DriftFact, dayOfDate, isoOfDay, type NhiFacts } from "./facts.ts";

const MAX_ITEMS = 20;
const OPEN_DAYS = 30;
const RECENT_DAYS = 180;
/** Drift is not evaluated with less history than this. */
const MIN_HISTORY_DAYS = 35;

const isWithin = ({ detectedAt }: DriftFact, day: number, days: number): boolean =>
  dayOfDate(detectedAt) <= day && dayOfDate(detectedAt) > day - days;

/** Returns the changes of the last 30 days. */
export const openDrift = ({ drift, day }: NhiFacts): readonly DriftFact[] =>
  drift.filter((event) => isWithin(event, day, OPEN_DAYS));

/** Summarizes the stored drift events of an identity; null before there is enough history to compare with. */
export function driftOf(facts: NhiFacts, firstDay: number | null) {
  const { drift, day } = facts;
  if (drift.length === 0 && (firstDay === null || day - firstDay < MIN_HISTORY_DAYS)) return null;
  const events = drift
    .filter((event) => isWithin(event, day, RECENT_DAYS))
    .sort((a, b) => b.detectedAt.getTime() - a.detectedAt.getTime() || (a.driftId < b.driftId ? -1 : 1));
  const render = (event: DriftFact) => ({
    drift_id: event.driftId,
    computator: event.computator,
    time_period: event.timePeriod,
    detected_at: event.detectedAt.toISOString(),
    severity: event.severity,
    headline: event.headline,
  });
  const latest = events[0];
  return {
    last_evaluated_at: isoOfDay(day),
    open: events
      .filter((event) => isWithin(event, day, OPEN_DAYS))
      .slice(0, MAX_ITEMS)
      .map(render),
    recent: events
      .filter((event) => !isWithin(event, day, OPEN_DAYS))
      .slice(0, MAX_ITEMS)
      .map(render),
    stable_days: latest ? day - dayOfDate(latest.detectedAt) : null,
  };
}
