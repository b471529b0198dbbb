import type { DriftPeriod } from "../../model/vocabulary.ts";
import { type ActivityComputator, type MixRule, type NoveltyRule, ruleFor, type SubjectKind } from "./computators.ts";
import { DRIFT_WINDOWS } from "./drift-windows.ts";
import { type Measurement, MIN_HISTORY_WINDOWS, type SelfComparison, volumeLimits } from "./measure-subject.ts";
import { percentileOf, type RobustScale, robustScaleOf } from "./robust-statistics.ts";

/** With fewer subjects than this the cohort decides nothing. */
const MIN_COHORT = 20;
const USUAL_SHARE = 0.95;
const USUAL_MIX_SHARE = 0.97;
const ABOVE_USUAL = 1.75;
/** The least share of a week is higher: a few days of a new application are common. */
const WEEKLY_FACTOR = 2;
/** A share of few events must be larger: it is compared as if there were this many more events without anything new. */
const PRIOR_EVENTS = 10;
/** How far the value of a subject without enough history is from the middle of the cohort, in spreads. */
const FAR_OUT_WITHOUT_HISTORY = 5;
/** In a small cohort a subject without enough history must exceed the least distance by this factor. */
const WITHOUT_HISTORY = 2.5;
/** Of a subject without enough history only a volume that deviates more than this share of the cohort is a change. */
const RARE_VOLUME_SHARE = 0.99;
/** The same for a share of first uses: without earlier windows, every application that is adopted exceeds them. */
const SHARE_WITHOUT_HISTORY = { week: 1.25, longer: 1.5 };
const MIN_SPREAD = 0.015;

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
      const spreads = new Map([...values].map(([name, all]) => [name, spreadOf(all)]));
      return candidates.flatMap((candidate) => survive(candidate, spreads.get(nameOf(candidate)) ?? NO_VALUES) ?? []);
    },
  };
}

/** The values of a cohort, and its center and spread. */
interface CohortValues extends RobustScale {
  readonly sorted: Float64Array;
}

const spreadOf = (values: readonly number[]): CohortValues => ({
  sorted: Float64Array.from(values).sort(),
  ...robustScaleOf(values, MIN_SPREAD),
});

const NO_VALUES = spreadOf([]);

const nameOf = ({ kind, computator, period }: Pick<Candidate, "kind" | "computator" | "period">): string =>
  `${kind}/${computator}/${period}`;

function survive(candidate: Candidate, cohort: CohortValues): Survivor | undefined {
  const rule = ruleFor(candidate);
  if (!rule) return undefined;
  const percentile = percentileOf(cohort.sorted, candidate.value);
  if (rule.measure === "log_ratio") return surviveVolume(candidate, cohort, percentile);
  const threshold =
    rule.measure === "first_ever_share"
      ? noveltyThreshold(candidate, rule, cohort)
      : mixThreshold(candidate, rule, cohort);
  return candidate.value >= threshold ? { ...candidate, threshold, percentile } : undefined;
}

function noveltyThreshold({ value, self, period }: Candidate, rule: NoveltyRule, { sorted }: CohortValues): number {
  if (self.isNotable) return 0;
  if (!rule.isCommon) return rule.minShare;
  const usual = sorted.length >= MIN_COHORT ? quantileWithout(sorted, value, USUAL_SHARE) : 0;
  const isWeek = period === "7d";
  const least = rule.minShare * (isWeek ? WEEKLY_FACTOR : 1);
  const without = isWeek ? SHARE_WITHOUT_HISTORY.week : SHARE_WITHOUT_HISTORY.longer;
  const factor = self.windows >= MIN_HISTORY_WINDOWS ? 1 : without;
  const shrunk = 1 + PRIOR_EVENTS / Math.max(1, self.events);
  return Math.max(shrunk * factor * Math.max(least, ABOVE_USUAL * usual), self.least);
}

function mixThreshold({ value, self }: Candidate, rule: MixRule, cohort: CohortValues): number {
  return Math.max(rule.minDistance, self.least, usualDistance(value, self, rule, cohort));
}

/** Returns the distance above which a value is unusual for its cohort. */
function usualDistance(
  value: number,
  { windows, isInner }: SelfComparison,
  rule: MixRule,
  { sorted, median, spread }: CohortValues,
): number {
  const hasHistory = windows >= MIN_HISTORY_WINDOWS;
  if (sorted.length < MIN_COHORT) return hasHistory ? 0 : WITHOUT_HISTORY * rule.minDistance;
  if (!hasHistory) return median + FAR_OUT_WITHOUT_HISTORY * spread;
  const farOut = median + rule.farOut * spread;
  return isInner ? farOut : Math.min(quantileWithout(sorted, value, USUAL_MIX_SHARE), farOut);
}

/** Compares a ratio with the cohort's middle, so that a change of everybody's volume is no drift. */
function surviveVolume(candidate: Candidate, all: CohortValues, percentile: number): Survivor | undefined {
  const window = DRIFT_WINDOWS.find(({ period }) => period === candidate.period);
  if (!window) return undefined;
  const { minRatio, minZ } = volumeLimits(window);
  const { value, self } = candidate;
  const hasHistory = self.windows >= MIN_HISTORY_WINDOWS;
  const cohort = all.sorted.length >= MIN_COHORT ? all : { median: 0, spread: 0 };
  const least = Math.max(
    minRatio,
    hasHistory
      ? minZ * sharedSpread(self, cohort)
      : Math.max(FAR_OUT_WITHOUT_HISTORY * cohort.spread, rareDeviation(value, all)),
  );
  if (Math.abs(value - cohort.median) < least) return undefined;
  const threshold = Math.max(least, self.least);
  return { ...candidate, threshold: value < 0 ? -threshold : threshold, percentile };
}

/** Returns the deviation from the middle that almost none of the others exceeds. */
function rareDeviation(value: number, { sorted, median }: CohortValues): number {
  if (sorted.length < MIN_COHORT) return 0;
  const deviations = sorted.map((one) => Math.abs(one - median)).sort();
  return quantileWithout(deviations, Math.abs(value - median), RARE_VOLUME_SHARE);
}

/** Returns the spread of a subject, drawn toward that of the cohort: a few windows may be alike by chance. */
function sharedSpread({ spread, windows }: SelfComparison, cohort: RobustScale): number {
  if (cohort.spread === 0) return spread;
  return (windows * spread + MIN_HISTORY_WINDOWS * cohort.spread) / (windows + MIN_HISTORY_WINDOWS);
}

/** Returns a quantile of the values without one of them. */
function quantileWithout(sorted: Float64Array, value: number, share: number): number {
  const index = Math.max(0, Math.ceil(share * (sorted.length - 1)) - 1);
  // The value itself is one of the sorted ones; those from it on move down by one place.
  return value <= (sorted[index] ?? 0) ? (sorted[index + 1] ?? 0) : (sorted[index] ?? 0);
}
