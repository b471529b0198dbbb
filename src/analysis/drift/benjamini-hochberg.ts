/** Returns which of the p-values are significant when the false discovery rate is limited to `rate`. */
export function significantAmong(pValues: readonly number[], rate: number): readonly boolean[] {
  const sorted = [...pValues].sort((left, right) => left - right);
  const rank = sorted.findLastIndex((p, index) => p <= (rate * (index + 1)) / sorted.length);
  const limit = sorted[rank] ?? -1;
  return pValues.map((p) => p <= limit);
}
