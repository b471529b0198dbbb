/** One measured number beside its gate. */
export interface Measure {
  readonly output: string;
  readonly metric: string;
  readonly value: number | null;
  /** Absent for numbers that are only reported. */
  readonly gate?: { readonly least: number } | { readonly most: number };
}

/** Returns whether a measure meets its gate; null if it has none, or could not be measured. */
export function passes({ value, gate }: Measure): boolean | null {
  if (!gate || value === null) return null;
  return "least" in gate ? value >= gate.least : value <= gate.most;
}

/** Returns whether a measure has a gate and could not be compared with it. */
export const isUnmeasured = ({ value, gate }: Measure): boolean => gate !== undefined && value === null;

export const describeGate = ({ gate }: Measure): string => {
  if (!gate) return "reported";
  return "least" in gate ? `>= ${gate.least}` : `<= ${gate.most}`;
};

/** Combines the measures of several seeds: the worst value of each counts. */
export function worstOf(seeds: readonly (readonly Measure[])[]): readonly Measure[] {
  const byName = new Map<string, Measure[]>();
  for (const measure of seeds.flat()) {
    const key = `${measure.output}/${measure.metric}`;
    byName.set(key, [...(byName.get(key) ?? []), measure]);
  }
  return [...byName.values()].flatMap((list) => {
    const [first] = list;
    if (!first) return [];
    const values = list.flatMap(({ value }) => (value === null ? [] : [value]));
    const isUpper = first.gate !== undefined && "most" in first.gate;
    const value = values.length === 0 ? null : isUpper ? Math.max(...values) : Math.min(...values);
    return [{ ...first, value }];
  });
}
