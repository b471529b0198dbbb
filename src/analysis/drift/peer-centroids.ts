import { type ActivityHistory, countsIn, positionsIn } from "./activity-history.ts";

/** Days over which the applications of a peer group are averaged. */
const CENTROID_DAYS = 120;
/** Fewer members than this are no group. */
const MIN_MEMBERS = 5;

/** The mean shares of applications in a peer group. */
export type Centroid = ReadonlyMap<string, number>;

export interface PeerCentroids {
  add(group: string, history: ActivityHistory): void;
  /** Returns the centroid of a group without one of its members; undefined if too few others are left. */
  withoutMember(group: string, history: ActivityHistory): Centroid | undefined;
}

/** Averages the applications that the members of each group use before an evaluation day. */
export function createPeerCentroids(day: number): PeerCentroids {
  const groups = new Map<string, { members: number; sums: Map<string, number> }>();
  return {
    add: (group, history) => {
      const shares = sharesOf(history, day);
      if (shares.size === 0) return;
      const known = groups.get(group) ?? { members: 0, sums: new Map<string, number>() };
      groups.set(group, known);
      known.members++;
      for (const [key, share] of shares) known.sums.set(key, (known.sums.get(key) ?? 0) + share);
    },
    withoutMember: (group, history) => {
      const known = groups.get(group);
      if (!known || known.members <= MIN_MEMBERS) return undefined;
      const own = sharesOf(history, day);
      // Rounded, so that the sum does not depend on the order in which members were added.
      const left = [...known.sums].map(
        ([key, sum]) => [key, round((sum - (own.get(key) ?? 0)) / known.members)] as const,
      );
      return new Map(left);
    },
  };
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

function sharesOf(history: ActivityHistory, day: number): ReadonlyMap<string, number> {
  const series = history.seriesOf("application");
  const span = positionsIn(history, { from: day - CENTROID_DAYS, to: day });
  const counts = countsIn(series, span, new Float64Array(series.keys.length));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return new Map(series.keys.flatMap((key, index) => (counts[index] ? [[key, (counts[index] ?? 0) / total]] : [])));
}

/** Returns the cosine distance between counts of categories and a centroid. */
export function cosineDistance(keys: readonly string[], counts: ArrayLike<number>, centroid: Centroid): number {
  let [product, own, other] = [0, 0, 0];
  for (const [index, key] of keys.entries()) {
    const count = counts[index] ?? 0;
    product += count * (centroid.get(key) ?? 0);
    own += count * count;
  }
  for (const value of centroid.values()) other += value * value;
  return own === 0 || other === 0 ? 0 : Math.max(0, 1 - product / Math.sqrt(own * other));
}
