import { alignColumns } from "./align-columns.ts";
import { describeGate, isUnmeasured, passes, type Summary } from "./gates.ts";

const shown = (value: number | null): string => (value === null ? "-" : value.toFixed(3));

export function verdictOf(summary: Summary): string {
  if (isUnmeasured(summary)) return "NOT MEASURED";
  return { true: "pass", false: "FAIL", null: "" }[String(passes(summary))] ?? "";
}

/** Renders one line for each metric: its gate, the values of all organizations, the median and the verdict. */
export function renderTable(organizations: readonly string[], summaries: readonly Summary[]): string {
  const head = ["output", "metric", "gate", ...organizations, "median", ""];
  const rows = summaries.map((summary) => [
    summary.output,
    summary.metric,
    describeGate(summary),
    ...summary.values.map(shown),
    shown(summary.median),
    verdictOf(summary),
  ]);
  return alignColumns([head, ...rows]);
}

export const namesOfSeeds = (seeds: readonly number[]): readonly string[] => seeds.map((seed) => `seed ${seed}`);
