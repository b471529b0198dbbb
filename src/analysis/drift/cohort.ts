import type { DriftPeriod } from "../../model/vocabulary.ts";
import {
  ACTIVITY_RULES,
  type ActivityComputator,
  type MixRule,
  type NoveltyRule,
  type SubjectKind,
} from "./computators.ts";
import { DRIFT_WINDOWS } from "./drift-windows.ts";
import {
  ABOVE_OWN_MAX,
  type Measurement,
  MIN_HISTORY_WINDOWS,
  type SelfComparison,
  volumeLimits,
} from "./measure-subject.ts";
import { percentileOf, quantileOf } from "./robust-statistics.ts";

/** With fewer subjects than this the cohort decides nothing. */
const MIN_COHORT = 20;
const USUAL_SHARE = 0.95;
const USUAL_MIX_SHARE = 0.97;
/** Used instead for subjects without enough history of their own. */
const STRICT_SHARE = 0.99;
const ABOVE_USUAL = 1.75;
/** The least share of a week is higher: a few days of a new application are common. */
const WEEKLY_FACTOR = 2;
/** A subject without enough history must exceed the least distance and the middle of the cohort by this factor. */
const WITHOUT_HISTORY = 2.5;
/** The same for a share of first uses: without earlier windows, every application that is adopted exceeds them. */
const SHARE_WITHOUT_HISTORY = 1.5;

/** A measurement that passed the gates of the subject itself. */
export interface Candidate {
  readonly subject: string;
  readonly kind: SubjectKind;
  readonly day: number;
  readonly computator: ActivityComputator;
  readonly period: DriftPeriod;
  readonly value: number;
  readonly self: SelfComparison;
}

/** A candidate that is also unusual for its cohort. */
export interface Survivor extends Candidate {
  readonly threshold: number;
  /** The share of the cohort with no larger value. */
  readonly percentile: number;
}

/** The values of all subjects of one evaluation day, and those that may be drift. */
export interface Cohort {
  add(kind: SubjectKind, subject: string, measured: readonly Measurement[]): void;
  /** Returns the candidates that are unusual for their cohort. */
  survivors(): readonly Survivor[];
}

export function createCohort(day: number): Cohort {
  const values = new Map<string, number[]>();
  const candidates: Candidate[] = [];
  return {
    add: (kind, subject, measured) => {
      for (const { computator, period, value, candidate } of measured) {
        const name = nameOf({ kind, computator, period });
        const known = values.get(name);
        if (known) known.push(value);
        else values.set(name, [value]);
        if (candidate) candidates.push({ subject, kind, day, computator, period, value, self: candidate });
      }
    },
    survivors: () => {
      const sorted = new Map([...values].map(([name, all]) => [name, Float64Array.from(all).sort()]));
      return candidates.flatMap((candidate) => survive(candidate, sorted.get(nameOf(candidate)) ?? NO_VALUES) ?? []);
    },
  };
}

const NO_VALUES = new Float64Array();

const nameOf = ({ kind, computator, period }: Pick<Candidate, "kind" | "computator" | "period">): string =>
  `${kind}/${computator}/${period}`;

function survive(candidate: Candidate, sorted: Float64Array): Survivor | undefined {
  const rule = ACTIVITY_RULES.find(
    ({ computator, kinds }) => computator === candidate.computator && kinds.includes(candidate.kind),
  )?.rule;
  if (!rule) return undefined;
  const percentile = percentileOf(sorted, candidate.value);
  if (rule.measure === "log_ratio") return surviveVolume(candidate, sorted, percentile);
  const threshold =
    rule.measure === "first_ever_share"
      ? noveltyThreshold(candidate, rule, sorted)
      : mixThreshold(candidate, rule, sorted);
  return candidate.value >= threshold ? { ...candidate, threshold, percentile } : undefined;
}

function noveltyThreshold({ value, self, period }: Candidate, rule: NoveltyRule, sorted: Float64Array): number {
  if (!rule.isCommon) return rule.minShare;
  const usual = sorted.length >= MIN_COHORT ? quantileWithout(sorted, value, USUAL_SHARE) : 0;
  const least = rule.minShare * (period === "7d" ? WEEKLY_FACTOR : 1);
  const factor = self.windows >= MIN_HISTORY_WINDOWS ? 1 : SHARE_WITHOUT_HISTORY;
  return Math.max(factor * least, factor * ABOVE_USUAL * usual, ABOVE_OWN_MAX * self.max);
}

function mixThreshold({ value, self }: Candidate, rule: MixRule, sorted: Float64Array): number {
  const hasHistory = self.windows >= MIN_HISTORY_WINDOWS;
  const share = hasHistory ? USUAL_MIX_SHARE : STRICT_SHARE;
  const usual = sorted.length >= MIN_COHORT ? quantileWithout(sorted, value, share) : 0;
  const own = hasHistory
    ? ABOVE_OWN_MAX * self.max
    : WITHOUT_HISTORY * Math.max(rule.minDistance, quantileOf(sorted, 0.5));
  return Math.max(rule.minDistance, usual, own);
}

/** Compares a ratio with the cohort's middle, so that a change of everybody's volume is no drift. */
function surviveVolume(candidate: Candidate, sorted: Float64Array, percentile: number): Survivor | undefined {
  const window = DRIFT_WINDOWS.find(({ period }) => period === candidate.period);
  if (!window) return undefined;
  const { minRatio } = volumeLimits(window);
  const middle = sorted.length >= MIN_COHORT ? quantileOf(sorted, 0.5) : 0;
  const change = Math.abs(candidate.value - middle);
  const hasHistory = candidate.self.windows >= MIN_HISTORY_WINDOWS;
  const isRare = percentile >= STRICT_SHARE || percentile <= 1 - STRICT_SHARE || sorted.length < MIN_COHORT;
  if (change < minRatio || !(hasHistory || isRare)) return undefined;
  const threshold = Math.max(minRatio, hasHistory ? ABOVE_OWN_MAX * candidate.self.max : 0);
  return { ...candidate, threshold: candidate.value < 0 ? -threshold : threshold, percentile };
}

/** Returns a quantile of the values without one of them. */
function quantileWithout(sorted: Float64Array, value: number, share: number): number {
  const index = Math.max(0, Math.ceil(share * (sorted.length - 1)) - 1);
  // The value itself is one of the sorted ones; those from it on move down by one place.
  return value <= (sorted[index] ?? 0) ? (sorted[index + 1] ?? 0) : (sorted[index] ?? 0);
}
