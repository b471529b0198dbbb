import type { DriftPeriod } from "../../model/vocabulary.ts";
import { type ActivityHistory, type Positions, totalIn } from "./activity-history.ts";
import {
  type ComparedWindows,
  type Comparison,
  comparedWindows,
  innerComparisons,
  isAbsence,
  isEnoughForFirstUses,
  windowsAt,
} from "./compared-windows.ts";
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
import { daysWith, type Novelty, noveltyIn } from "./novelty.ts";
import type { Rollouts } from "./organization-usage.ts";
import type { Centroid } from "./peer-centroids.ts";
import { isSlowlyRising, robustScaleOf, robustZ } from "./robust-statistics.ts";
import { logRatio } from "./volume.ts";

/** Earlier windows that are needed to compare a subject with itself. */
export const MIN_HISTORY_WINDOWS = 6;
/** The smallest spread of earlier distances, and of earlier log ratios. */
const MIN_DISTANCE_SPREAD = 0.015;
const MIN_RATIO_SPREAD = 0.05;
const MIN_Z = 3.5;
const ABOVE_MEDIAN = 0.05;
/** How far a value must exceed the largest earlier one: with few windows a new maximum is common. */
const ABOVE_OWN_MAX = 1.25;
/** The same for volumes within a short history, whose comparisons overlap and are therefore alike. */
const VOLUME_ABOVE_INNER_MAX = 1.5;

/** How a value compares with the subject's own earlier values. */
export interface SelfComparison {
  readonly z: number;
  readonly max: number;
  /** The value that the largest earlier one demands. */
  readonly least: number;
  readonly spread: number;
  readonly windows: number;
  /** Whether they are comparisons within the days before, for want of earlier windows. */
  readonly isInner: boolean;
  /** Its earlier values rose slowly and steadily. */
  readonly isRising: boolean;
  /** The events that a share is a share of. */
  readonly events: number;
  /** The first use of a value that is a change by itself. */
  readonly isNotable: boolean;
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
    const windows = windowsAt(subject.history, window, subject.day);
    if (!windows) return [];
    const compared = comparedWindows(subject.history, window, subject.day);
    return ACTIVITY_RULES.flatMap((rule) => {
      if (!rule.kinds.includes(subject.kind) || !rule.periods.includes(window.period)) return [];
      const measured = measure(subject, rule, windows, compared !== undefined);
      return measured ? [{ computator: rule.computator, period: window.period, ...measured }] : [];
    });
  });
}

type Measured = Pick<Measurement, "value" | "candidate"> | undefined;

function measure(
  subject: MeasuredSubject,
  { rule }: ComputatorRule,
  windows: ComparedWindows,
  isEnough: boolean,
): Measured {
  if (rule.measure === "first_ever_share") {
    const isShared = isEnough || isEnoughForFirstUses(subject.history, windows);
    return isShared || rule.isNotable ? measureNovelty(subject, rule, windows, isShared) : undefined;
  }
  if (!isEnough || isAbsence(subject.history, windows)) return undefined;
  return rule.measure === "log_ratio" ? measureVolume(subject, windows) : measureMix(subject, rule, windows);
}

function measureNovelty(
  subject: MeasuredSubject,
  rule: NoveltyRule,
  windows: ComparedWindows,
  isEnough: boolean,
): Measured {
  const { history, day, rolloutsOf } = subject;
  if (day - history.firstDay < rule.minHistoryDays) return undefined;
  const rollouts = rolloutsOf(windows.window.period);
  const novelty = noveltyIn(history, rule, windows.current, rollouts);
  const isNotable = novelty !== undefined && hasNotable(rule, novelty, windows);
  if (!novelty || (!isNotable && (novelty.share < rule.minShare || !isEnough))) {
    return isEnough ? { value: novelty?.share ?? 0, candidate: undefined } : undefined;
  }
  const earlier = earlierWindows(history, windows.window, day)
    .filter(({ day: end }) => end - history.firstDay >= rule.minHistoryDays)
    .map(({ current }) => noveltyIn(history, rule, current, rollouts)?.share ?? 0);
  const events = totalIn(novelty.series, windows.current);
  const self = { ...compareWithSelf(novelty.share, earlier, MIN_DISTANCE_SPREAD), events, isNotable };
  return { value: novelty.share, candidate: isUnusualShare(rule, windows, novelty, self) ? self : undefined };
}

/** Returns whether a new value is a change by itself. */
function hasNotable(rule: NoveltyRule, { series, indexes }: Novelty, { current }: ComparedWindows): boolean {
  if (totalIn(series, { from: 0, to: current.from }) < (rule.minEarlierUses ?? 0)) return false;
  if (rule.isForBeginners && series.firsts.some((first) => first < current.from)) return false;
  return indexes.some((index) => rule.isNotable?.(series.keys[index] ?? ""));
}

function isUnusualShare(
  rule: NoveltyRule,
  { current }: ComparedWindows,
  { series, indexes, share }: Novelty,
  { isNotable, least }: SelfComparison,
): boolean {
  if (isNotable) return true;
  return daysWith(series, current, indexes) >= rule.minDays && (!rule.isCommon || share > least);
}

function measureMix(subject: MeasuredSubject, rule: MixRule, windows: ComparedWindows): Measured {
  const { history, rolloutsOf, centroid } = subject;
  const mix = mixSeriesOf(history, rule, rolloutsOf(windows.window.period), centroid);
  if (!mix || mix.series.keys.length === 0) return undefined;
  const value = mixDistance(mix, toComparison(windows));
  if (value === undefined) return undefined;
  if (value < rule.minDistance) return { value, candidate: undefined };
  const { values, isInner } = earlierValues(subject, windows, (one) => mixDistance(mix, one));
  const self = {
    ...compareWithSelf(value, values, MIN_DISTANCE_SPREAD, isInner ? rule.aboveInnerMax : ABOVE_OWN_MAX),
    isInner,
  };
  const { median } = robustScaleOf(values, MIN_DISTANCE_SPREAD);
  const isUnusual =
    self.windows < MIN_HISTORY_WINDOWS || (self.z >= MIN_Z && value > self.least && value >= median + ABOVE_MEDIAN);
  return { value, candidate: isUnusual ? self : undefined };
}

/** A distribution of fewer events than this is not compared. */
const MIN_MIX_EVENTS = 20;

/** Returns the distance between days; undefined if one side has too few events in the dimension. */
function mixDistance(mix: MixSeries, { current, references }: Comparison): number | undefined {
  const totalOf = (spans: readonly Positions[]): number =>
    spans.reduce((sum, span) => sum + totalIn(mix.series, span), 0);
  if (totalOf([current]) < MIN_MIX_EVENTS || totalOf(references) < MIN_MIX_EVENTS) return undefined;
  const reference = references.map((span) => mix.countsOf(span)).reduce(added);
  return mix.distance(mix.countsOf(current), reference);
}

const added = (one: Float64Array, other: Float64Array): Float64Array =>
  one.map((count, at) => count + (other[at] ?? 0));

/** The least log ratio and deviation for a window. */
export const volumeLimits = (window: DriftWindow): { readonly minRatio: number; readonly minZ: number } =>
  window.period === "7d" ? { minRatio: Math.log(2), minZ: 5 } : { minRatio: Math.log(1.5), minZ: MIN_Z };

function measureVolume(subject: MeasuredSubject, windows: ComparedWindows): Measured {
  const { history } = subject;
  const value = logRatio(history, toComparison(windows));
  if (value === undefined) return undefined;
  const { minRatio, minZ } = volumeLimits(windows.window);
  if (Math.abs(value) < minRatio) return { value, candidate: undefined };
  const { values, isInner } = earlierValues(subject, windows, (one) => logRatio(history, one));
  const self = { ...compareWithSelf(value, values, MIN_RATIO_SPREAD), isInner };
  const max = Math.max(0, ...values.map(Math.abs));
  const least = (isInner ? VOLUME_ABOVE_INNER_MAX : ABOVE_OWN_MAX) * max;
  const isUnusual = self.windows < MIN_HISTORY_WINDOWS || (Math.abs(self.z) >= minZ && Math.abs(value) > least);
  return { value, candidate: isUnusual ? { ...self, max, least } : undefined };
}

const toComparison = ({ current, reference }: ComparedWindows): Comparison => ({ current, references: [reference] });

/** Returns the earlier windows of the same length in which the subject was not absent, the newest first. */
function earlierWindows(history: ActivityHistory, window: DriftWindow, day: number): readonly ComparedWindows[] {
  return historyDays(window, day, history.firstDay).flatMap((end) => {
    const windows = comparedWindows(history, window, end);
    return windows && !isAbsence(history, windows) ? [windows] : [];
  });
}

/** Returns the values of earlier windows, or those of comparisons within the days before if there are too few. */
function earlierValues(
  { history, day }: MeasuredSubject,
  windows: ComparedWindows,
  measureOne: (comparison: Comparison) => number | undefined,
): { readonly values: readonly number[]; readonly isInner: boolean } {
  const { window } = windows;
  const earlier = earlierWindows(history, window, day).flatMap((one) => measureOne(toComparison(one)) ?? []);
  if (earlier.length >= MIN_HISTORY_WINDOWS || window.historySteps === 0) return { values: earlier, isInner: false };
  const inner = innerComparisons(history, windows).flatMap((one) => measureOne(one) ?? []);
  return inner.length > earlier.length ? { values: inner, isInner: true } : { values: earlier, isInner: false };
}

function compareWithSelf(
  value: number,
  newestFirst: readonly number[],
  minSpread: number,
  aboveMax = ABOVE_OWN_MAX,
): SelfComparison {
  const scale = robustScaleOf(newestFirst, minSpread);
  const max = Math.max(0, ...newestFirst);
  return {
    z: robustZ(value, scale),
    max,
    least: aboveMax * max,
    isInner: false,
    spread: scale.spread,
    windows: newestFirst.length,
    isRising: isSlowlyRising([value, ...newestFirst].toReversed().map((one) => robustZ(one, scale))),
    events: 0,
    isNotable: false,
  };
}
