import { type DriftPeriod, SOURCE_TABLES } from "../model/vocabulary.ts";
import { demoId } from "./demo-id.ts";
import { detectionOf } from "./detections.ts";
import { COMPUTATORS, type Computator } from "./drift-computators.ts";
import { DAY_MS, shift, startOfDay } from "./moment.ts";
import type { Nhi } from "./nhi.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Setting } from "./setting.ts";
import { fill, type Threat } from "./threats.ts";
import type { WireRecord } from "./wire-record.ts";

/** Days of the current window and of the reference just before it. */
const WINDOW_DAYS: Readonly<Record<DriftPeriod, readonly [current: number, reference: number]>> = {
  "7d": [7, 28],
  "30d": [30, 90],
  "90d": [90, 90],
  "180d": [180, 180],
};
const TIER_ZERO_ROLE = /^(Application|Helpdesk) Administrator$/;

/** A lasting change of one person or, when `nhi` is set, of one identity. */
export interface Drift {
  readonly driftId: string;
  readonly computator: Computator;
  readonly period: DriftPeriod;
  readonly detectedAt: Date;
  readonly severity: "low" | "medium" | "high";
  readonly summary: string;
  /** What changed. */
  readonly label: string;
  /** How much it changed; null when a change has no size. */
  readonly value: number | null;
  /** The finding it began with. */
  readonly cause: Threat;
  readonly nhi: Nhi | null;
}

/** Changes that grew out of findings, for each person at most one of a kind. */
export function makeDrift(setting: Setting, threats: readonly Threat[], fleet: readonly Nhi[]): readonly Drift[] {
  const random = seededRandom(setting.seed, "drift");
  return COMPUTATORS.flatMap((computator) => {
    const causes = threats.filter((threat) => threat.detection === computator.from.detection && !threat.safe);
    const onePerPerson = [...new Map(causes.map((threat) => [threat.person, threat])).values()];
    const chosen = random.sample(onePerPerson, computator.from.count);
    return chosen.map((cause) => toDrift(setting, random, { computator, cause, fleet }));
  });
}

interface Change {
  readonly computator: Computator;
  readonly cause: Threat;
  readonly fleet: readonly Nhi[];
}

function toDrift({ seed }: Setting, random: Random, { computator, cause, fleet }: Change): Drift {
  const { name, measured } = computator;
  const { threshold } = measured;
  const period = random.pick(computator.periods);
  const value = threshold === null ? null : Number((threshold * (1.2 + 2 * random.next())).toFixed(3));
  const words = { ...cause.circumstances, percent: String(Math.round((value ?? 0) * 100)) };
  const label = fill(computator.label, words);
  const isLarge = threshold !== null && value !== null && value >= 2 * threshold;
  const points = tierPoints(computator, label) + (isLarge ? 1 : 0);
  return {
    driftId: demoId(seed, "drift", `${name}/${period}/${cause.eventId}`),
    computator,
    period,
    detectedAt: shift(startOfDay(cause.at), DAY_MS),
    severity: points >= 4 ? "high" : points >= 2 ? "medium" : "low",
    summary: fill(computator.summary, words),
    label,
    value,
    cause,
    nhi:
      name === "credential_set" ? (fleet.find((nhi) => nhi.displayName === cause.circumstances["nhi"]) ?? null) : null,
  };
}

function tierPoints({ privileged }: Computator, label: string): number {
  if (!privileged) return 0;
  return TIER_ZERO_ROLE.test(label) ? 3 : 2;
}

/** The wire form of the drift event; one about an identity names its steward. */
export function toDriftRecord(setting: Setting, drift: Drift): WireRecord {
  const { cause, nhi, detectedAt, period } = drift;
  const user = nhi ? nhi.steward : cause.person;
  return {
    drift_id: drift.driftId,
    tuid: nhi ? null : (cause.person?.tuid ?? null),
    computator: drift.computator.name,
    time_period: period,
    delta: deltaOf(setting, drift),
    period_start_at: shift(detectedAt, -WINDOW_DAYS[period][0] * DAY_MS).toISOString(),
    detected_at: detectedAt.toISOString(),
    user: { name: user?.name ?? nhi?.displayName ?? null, email: user?.email ?? null },
  };
}

function deltaOf({ seed }: Setting, drift: Drift): WireRecord {
  const random = seededRandom(seed, drift.driftId);
  const { computator, value, detectedAt, period } = drift;
  const [currentDays, referenceDays] = WINDOW_DAYS[period];
  const start = shift(detectedAt, -currentDays * DAY_MS);
  const perDay = random.int(25, 60);
  const perDayNow = computator.measured.measure === "log_ratio" ? Math.round(perDay * Math.exp(value ?? 0)) : perDay;
  return {
    schema: 1,
    summary: drift.summary,
    measure: computator.measured.measure,
    value,
    threshold: computator.measured.threshold,
    direction: computator.direction,
    severity: drift.severity,
    current: windowOf(start, currentDays, perDayNow),
    reference: windowOf(shift(start, -referenceDays * DAY_MS), referenceDays, perDay),
    significance: /js_distance|log_ratio/.test(computator.measured.measure) ? significanceOf(random, value ?? 0) : null,
    items: [{ ...itemOf(drift), ...sizeOf(drift, perDay, perDayNow) }],
  };
}

function windowOf(start: Date, days: number, perDay: number) {
  const activeDays = Math.floor((days * 5) / 7);
  return {
    start: start.toISOString(),
    end: shift(start, days * DAY_MS).toISOString(),
    active_days: activeDays,
    events: activeDays * perDay,
  };
}

function significanceOf(random: Random, value: number) {
  return {
    self_z: Number((3.6 + 3 * random.next()).toFixed(2)),
    self_max: Number((value * 0.7).toFixed(3)),
    history_windows: random.int(8, 25),
    cohort_percentile: random.int(96, 99),
    permutation_p: 0.005,
    permutations: 199,
  };
}

function itemOf({ computator, label, cause }: Drift) {
  const source = SOURCE_TABLES[detectionOf(cause.detection).seen.source];
  const tier = TIER_ZERO_ROLE.test(label) ? "tier0" : "tier1";
  return {
    key: `${computator.name}:${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`,
    label,
    status: computator.status,
    contribution: 1,
    tier: computator.privileged ? tier : null,
    evidence: [{ source_table: source, source_event_ids: cause.rowIds }],
  };
}

/** Before and after in the unit of the measure: a share, events per active day, or held and not held. */
function sizeOf({ computator, value }: Drift, perDay: number, perDayNow: number) {
  if (computator.measured.measure === "log_ratio") return { before: perDay, after: perDayNow };
  if (computator.privileged) return { before: 0, after: 1 };
  return { before: computator.direction === "shift" ? 0.01 : 0, after: value };
}
