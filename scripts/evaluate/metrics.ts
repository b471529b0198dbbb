/** A pair of the true and the computed label of one subject. */
export interface Labeled {
  readonly truth: string;
  readonly found: string | null;
}

/** Returns the share of pairs whose labels agree; null without pairs. */
export const accuracyOf = (pairs: readonly Labeled[]): number | null =>
  pairs.length === 0 ? null : pairs.filter(({ truth, found }) => truth === found).length / pairs.length;

/** Returns the mean of the F1 of every true label; null without pairs. */
export function macroF1Of(pairs: readonly Labeled[]): number | null {
  const labels = [...new Set(pairs.map(({ truth }) => truth))];
  if (labels.length === 0) return null;
  const scores = labels.map((label) => {
    const hits = pairs.filter(({ truth, found }) => truth === label && found === label).length;
    const given = pairs.filter(({ truth }) => truth === label).length;
    const claimed = pairs.filter(({ found }) => found === label).length;
    return (2 * hits) / (given + claimed);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Renames every computed label to the true label that it most often stands for, so that free texts can be compared. */
export function alignLabels(pairs: readonly Labeled[]): readonly Labeled[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { truth, found } of pairs) {
    if (found === null) continue;
    const own = counts.get(found) ?? new Map<string, number>();
    own.set(truth, (own.get(truth) ?? 0) + 1);
    counts.set(found, own);
  }
  const names = new Map(
    [...counts].map(([found, own]) => {
      const [best] = [...own].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      return [found, best?.[0] ?? found];
    }),
  );
  return pairs.map(({ truth, found }) => ({ truth, found: found === null ? null : (names.get(found) ?? found) }));
}

export interface PrecisionRecall {
  readonly precision: number | null;
  readonly recall: number | null;
}

/** Compares a set of claimed subjects with the true ones; a share without a denominator is null. */
export function precisionRecallOf(truth: ReadonlySet<string>, found: ReadonlySet<string>): PrecisionRecall {
  const hits = [...found].filter((subject) => truth.has(subject)).length;
  return {
    precision: found.size === 0 ? null : hits / found.size,
    recall: truth.size === 0 ? null : hits / truth.size,
  };
}

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

const pairsOf = (count: number): number => (count * (count - 1)) / 2;

/** Returns the adjusted Rand index of two partitions: 1 if they are equal, about 0 if they agree no more than random ones. */
export function adjustedRandIndex(pairs: readonly { readonly truth: string; readonly found: string }[]): number | null {
  if (pairs.length < 2) return null;
  const sumPairs = (keyOf: (pair: (typeof pairs)[number]) => string): number => {
    const counts = new Map<string, number>();
    for (const pair of pairs) counts.set(keyOf(pair), (counts.get(keyOf(pair)) ?? 0) + 1);
    return [...counts.values()].reduce((sum, count) => sum + pairsOf(count), 0);
  };
  const both = sumPairs(({ truth, found }) => JSON.stringify([truth, found]));
  const [left, right] = [sumPairs(({ truth }) => truth), sumPairs(({ found }) => found)];
  const expected = (left * right) / pairsOf(pairs.length);
  const most = (left + right) / 2;
  return most === expected ? 1 : (both - expected) / (most - expected);
}
