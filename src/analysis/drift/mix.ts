import type { Dimension } from "../../model/identity/activity.ts";
import { type ActivityHistory, type CountSeries, countOf, countsIn, type Positions } from "./activity-history.ts";
import type { MixRule } from "./computators.ts";
import { jaccardDistance, jsDistance } from "./distances.ts";
import type { Rollouts } from "./organization-usage.ts";
import { type Centroid, cosineDistance } from "./peer-centroids.ts";

/** A resource that was touched on one day only belongs to no workstream. */
const MIN_WORKSTREAM_DAYS = 2;

/** The counts behind a distance and how two of them are compared. */
export interface MixSeries {
  readonly series: CountSeries;
  /** Returns the counts of a window, without the values that were rolled out. */
  readonly countsOf: (positions: Positions) => Float64Array;
  readonly distance: (current: Float64Array, reference: Float64Array) => number;
}

/** Returns the counts that a rule compares; undefined if it needs a peer group and there is none. */
export function mixSeriesOf(
  history: ActivityHistory,
  rule: MixRule,
  rollouts: Rollouts,
  centroid: Centroid | undefined,
): MixSeries | undefined {
  const distance = distanceOf(rule, history, centroid);
  if (!distance) return undefined;
  const { source } = rule;
  const all = source === "hours" ? history.hoursOf() : history.seriesOf(source, rule.accepts);
  const series = rule.measure === "jaccard_distance" ? daySeries(all) : all;
  const left = source === "hours" ? [] : indexesOf(series, (key) => rollouts.isRolledOut(source as Dimension, key));
  return {
    series,
    countsOf: (positions) => {
      const counts = countsIn(series, positions, new Float64Array(series.keys.length));
      for (const index of left) counts[index] = 0;
      return counts;
    },
    distance,
  };
}

function distanceOf(
  { measure }: MixRule,
  history: ActivityHistory,
  centroid: Centroid | undefined,
): MixSeries["distance"] | undefined {
  if (measure === "js_distance") return jsDistance;
  if (measure === "jaccard_distance") return (current, reference) => jaccardDistance(often(current), often(reference));
  if (!centroid) return undefined;
  const { keys } = history.seriesOf("application");
  return (current, reference) => cosineDistance(keys, current, centroid) - cosineDistance(keys, reference, centroid);
}

const often = (days: Float64Array): Float64Array => days.map((count) => (count >= MIN_WORKSTREAM_DAYS ? 1 : 0));

const indexesOf = ({ keys }: CountSeries, isWanted: (key: string) => boolean): readonly number[] =>
  keys.flatMap((key, index) => (isWanted(key) ? [index] : []));

/** Returns a series that counts the days with a value instead of its events. */
function daySeries(series: CountSeries): CountSeries {
  const width = series.keys.length;
  const days = series.totals.length - 1;
  const sums = new Float64Array(series.sums.length);
  for (let position = 0; position < days; position++) {
    for (let index = 0; index < width; index++) {
      const isUsed = countOf(series, { from: position, to: position + 1 }, index) > 0;
      sums[(position + 1) * width + index] = (sums[position * width + index] ?? 0) + (isUsed ? 1 : 0);
    }
  }
  return { ...series, sums };
}
