import type { DriftPeriod } from "../../model/vocabulary.ts";
import { type ActivityHistory, eventsIn, type Positions } from "./activity-history.ts";
import { type ComparedWindows, comparedWindows, isAbsence } from "./compared-windows.ts";
import {
  ACTIVITY_RULES,
  type ActivityComputator,
  type ComputatorRule,
  type MixRule,
  type NoveltyRule,
  type SubjectKind,
} from "./computators.ts";
import { DRIFT_WINDOWS, type DriftWindow, historyDays } from "./drift-windows.ts";
import { type MixSeries, mixSeriesOf } from "./mix.ts";
import { daysWith, noveltyIn } from "./novelty.ts";
import type { Rollouts } from "./organization-usage.ts";
import type { Centroid } from "./peer-centroids.ts";
import { isSlowlyRising, robustScaleOf, robustZ } from "./robust-statistics.ts";

/** Earlier windows that are needed to compare a subject with itself. */
export const MIN_HISTORY_WINDOWS = 6;
/** The smallest spread of earlier distances, and of earlier log ratios. */
const MIN_DISTANCE_SPREAD = 0.015;
const MIN_RATIO_SPREAD = 0.05;
const MIN_Z = 3.5;
const ABOVE_MEDIAN = 0.05;
/** How far a value must exceed the largest earlier one: with few windows a new maximum is common. */
export const ABOVE_OWN_MAX = 1.25;

/** How a value compares with the subject's own earlier values. */
export interface SelfComparison {
  readonly z: number;
  readonly max: number;
  readonly windows: number;
  /** Its earlier values rose slowly and steadily. */
  readonly isRising: boolean;
}

/** The value of one computator for one subject, window and day. */
export interface Measurement {
  readonly computator: ActivityComputator;
  readonly period: DriftPeriod;
  readonly value: number;
  /** Present if the value is large enough and unusual for the subject, so that the cohort decides. */
  readonly candidate: SelfComparison | undefined;
}

export interface MeasuredSubject {
  readonly kind: SubjectKind;
  readonly history: ActivityHistory;
  readonly day: number;
  readonly rolloutsOf: (period: DriftPeriod) => Rollouts;
  /** The centroid of the peer group; undefined without one. */
  readonly centroid: Centroid | undefined;
}

/** Measures everything that the activity of a subject allows to compare on a day. */
export function measureSubject(subject: MeasuredSubject): readonly Measurement[] {
  return DRIFT_WINDOWS.flatMap((window) => {
    const windows = comparedWindows(subject.history, window, subject.day);
    if (!windows) return [];
    const isAbsent = isAbsence(windows);
    return ACTIVITY_RULES.flatMap((rule) => {
      if (!rule.kinds.includes(subject.kind) || !rule.periods.includes(window.period)) return [];
      const measured = measure(subject, rule, windows, isAbsent);
      return measured ? [{ computator: rule.computator, period: window.period, ...measured }] : [];
    });
  });
}

type Measured = Pick<Measurement, "value" | "candidate"> | undefined;

function measure(
  subject: MeasuredSubject,
  { rule }: ComputatorRule,
  windows: ComparedWindows,
  isAbsent: boolean,
): Measured {
  if (rule.measure === "first_ever_share") return measureNovelty(subject, rule, windows);
  if (isAbsent) return undefined;
  return rule.measure === "log_ratio" ? measureVolume(subject, windows) : measureMix(subject, rule, windows);
}

function measureNovelty(subject: MeasuredSubject, rule: NoveltyRule, windows: ComparedWindows): Measured {
  const { history, day, rolloutsOf } = subject;
  if (day - history.firstDay < rule.minHistoryDays) return undefined;
  const rollouts = rolloutsOf(windows.window.period);
  const novelty = noveltyIn(history, rule, windows.current, rollouts);
  const share = novelty?.share ?? 0;
  if (!novelty || share < rule.minShare) return { value: share, candidate: undefined };
  const days = daysWith(history.seriesOf(novelty.dimension), windows.current, novelty.indexes);
  const earlier = earlierWindows(history, windows.window, day)
    .filter(({ day: end }) => end - history.firstDay >= rule.minHistoryDays)
    .map(({ current }) => noveltyIn(history, rule, current, rollouts)?.share ?? 0);
  const self = compareWithSelf(share, earlier, MIN_DISTANCE_SPREAD);
  const isUnusual = !rule.isCommon || share > ABOVE_OWN_MAX * self.max;
  return { value: share, candidate: days >= rule.minDays && isUnusual ? self : undefined };
}

function measureMix(subject: MeasuredSubject, rule: MixRule, windows: ComparedWindows): Measured {
  const { history, day, rolloutsOf, centroid } = subject;
  const mix = mixSeriesOf(history, rule, rolloutsOf(windows.window.period), centroid);
  if (!mix || mix.series.keys.length === 0) return undefined;
  const value = mixDistance(mix, windows);
  if (value === undefined) return undefined;
  if (value < rule.minDistance) return { value, candidate: undefined };
  const earlier = earlierWindows(history, windows.window, day).flatMap((one) => mixDistance(mix, one) ?? []);
  const self = compareWithSelf(value, earlier, MIN_DISTANCE_SPREAD);
  const { median } = robustScaleOf(earlier, MIN_DISTANCE_SPREAD);
  const isUnusual =
    self.windows < MIN_HISTORY_WINDOWS ||
    (self.z >= MIN_Z && value > ABOVE_OWN_MAX * self.max && value >= median + ABOVE_MEDIAN);
  return { value, candidate: isUnusual ? self : undefined };
}

/** A distribution of fewer events than this is not compared. */
const MIN_MIX_EVENTS = 20;

/** Returns the distance between the two windows; undefined if one of them has too few events in the dimension. */
export function mixDistance(mix: MixSeries, { current, reference }: ComparedWindows): number | undefined {
  const { totals } = mix.series;
  const isEnough = (positions: Positions): boolean =>
    (totals[positions.to] ?? 0) - (totals[positions.from] ?? 0) >= MIN_MIX_EVENTS;
  if (!isEnough(current) || !isEnough(reference)) return undefined;
  return mix.distance(mix.countsOf(current), mix.countsOf(reference));
}

/** The least log ratio and deviation for a window. */
export const volumeLimits = (window: DriftWindow): { readonly minRatio: number; readonly minZ: number } =>
  window.period === "7d" ? { minRatio: Math.log(2), minZ: 5 } : { minRatio: Math.log(1.5), minZ: MIN_Z };

function measureVolume({ history, day }: MeasuredSubject, windows: ComparedWindows): Measured {
  const value = logRatio(history, windows);
  const { minRatio, minZ } = volumeLimits(windows.window);
  if (Math.abs(value) < minRatio) return { value, candidate: undefined };
  const earlier = earlierWindows(history, windows.window, day).map((one) => logRatio(history, one));
  const self = compareWithSelf(value, earlier, MIN_RATIO_SPREAD);
  const max = Math.max(0, ...earlier.map(Math.abs));
  const isUnusual =
    self.windows < MIN_HISTORY_WINDOWS || (Math.abs(self.z) >= minZ && Math.abs(value) > ABOVE_OWN_MAX * max);
  return { value, candidate: isUnusual ? { ...self, max } : undefined };
}

/** Returns the logarithm of the ratio of events per active day. */
export function logRatio(history: ActivityHistory, { current, reference }: ComparedWindows): number {
  const perDay = (positions: Positions): number => eventsIn(history, positions) / (positions.to - positions.from);
  return Math.log(perDay(current) / perDay(reference));
}

/** Returns the earlier windows of the same length in which the subject was not absent, the newest first. */
function earlierWindows(history: ActivityHistory, window: DriftWindow, day: number): readonly ComparedWindows[] {
  return historyDays(window, day, history.firstDay).flatMap((end) => {
    const windows = comparedWindows(history, window, end);
    return windows && !isAbsence(windows) ? [windows] : [];
  });
}

function compareWithSelf(value: number, newestFirst: readonly number[], minSpread: number): SelfComparison {
  const scale = robustScaleOf(newestFirst, minSpread);
  return {
    z: robustZ(value, scale),
    max: Math.max(0, ...newestFirst),
    windows: newestFirst.length,
    isRising: isSlowlyRising([value, ...newestFirst].toReversed().map((one) => robustZ(one, scale))),
  };
}
