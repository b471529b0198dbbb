import type { Dimension } from "../../model/identity/activity.ts";
import { type ActivityHistory, type CountSeries, countOf, type Positions, totalIn } from "./activity-history.ts";
import type { NoveltyRule } from "./computators.ts";
import type { Rollouts } from "./organization-usage.ts";

/** Values that a subject had in a window for the first time. */
export interface Novelty {
  readonly dimension: Dimension;
  /** The counts of the dimension's values that the rule accepts. */
  readonly series: CountSeries;
  /** The share of the window's events of the dimension. */
  readonly share: number;
  /** Positions in the series. */
  readonly indexes: readonly number[];
}

const NOTHING_NEW: Pick<Novelty, "share" | "indexes"> = { share: 0, indexes: [] };

/** Returns what is new in a window, in that dimension of the rule where its share is greatest. */
export function noveltyIn(
  history: ActivityHistory,
  rule: NoveltyRule,
  current: Positions,
  rollouts: Rollouts,
): Novelty | undefined {
  const found = rule.dimensions.map((dimension) => {
    const series = history.seriesOf(dimension, rule.accepts);
    const isNews = (key: string, days: () => number): boolean => {
      if (rollouts.isCommon(dimension, key)) return false;
      return rule.minDaysOfKnown === null || days() >= rule.minDaysOfKnown || !rollouts.isKnown(dimension, key);
    };
    return { dimension, series, ...newIn(series, current, isNews) };
  });
  return found.reduce<Novelty | undefined>((best, one) => (best && best.share >= one.share ? best : one), undefined);
}

type IsNews = (key: string, days: () => number) => boolean;

function newIn(series: CountSeries, current: Positions, isNews: IsNews) {
  const total = totalIn(series, current);
  if (total === 0) return NOTHING_NEW;
  const indexes: number[] = [];
  let events = 0;
  for (const [index, key] of series.keys.entries()) {
    const first = series.firsts[index] ?? 0;
    if (first < current.from || first >= current.to || !isNews(key, () => daysWith(series, current, [index]))) continue;
    indexes.push(index);
    events += countOf(series, current, index);
  }
  return { share: events / total, indexes };
}

/** Returns on how many active days of a window any of the values occurs. */
export function daysWith(series: CountSeries, { from, to }: Positions, indexes: readonly number[]): number {
  let days = 0;
  for (let position = from; position < to; position++) {
    if (indexes.some((index) => countOf(series, { from: position, to: position + 1 }, index) > 0)) days++;
  }
  return days;
}
