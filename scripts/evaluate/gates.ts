import { medianOf } from "./metrics.ts";

/** One measured number beside its gate. */
export interface Measure {
  readonly output: string;
  readonly metric: string;
  readonly value: number | null;
  /** Absent for numbers that are only reported. */
  readonly gate?: { readonly least: number } | { readonly most: number };
}

/** A measure of several organizations: its value in each, the median and the worst, which has to meet the gate. */
export interface Summary extends Measure {
  readonly median: number | null;
  /** In the order of the seeds; null where it could not be measured. */
  readonly values: readonly (number | null)[];
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

const nameOf = ({ output, metric }: Measure): string => JSON.stringify([output, metric]);

/** Combines the measures of several seeds. */
export function summarize(seeds: readonly (readonly Measure[])[]): readonly Summary[] {
  const byName = new Map(seeds.flat().map((measure) => [nameOf(measure), measure]));
  const bySeed = seeds.map((measures) => new Map(measures.map((measure) => [nameOf(measure), measure.value])));
  return [...byName].map(([name, measure]) => {
    const values = bySeed.map((own) => own.get(name) ?? null);
    const known = values.filter((value) => value !== null);
    const isUpper = measure.gate !== undefined && "most" in measure.gate;
    const worst = isUpper ? Math.max(...known) : Math.min(...known);
    return { ...measure, value: known.length === 0 ? null : worst, median: medianOf(known), values };
  });
}
