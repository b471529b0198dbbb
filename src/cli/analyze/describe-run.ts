import { startOfDay } from "../../pipeline/analyze/evaluation-day.ts";
import type { LedgerRun } from "../../store/analysis/analysis-runs.ts";

/** Returns a run of the analysis as one line for people. */
export function describeRun({ day, outcome, phase, startedAt, finishedAt, error }: LedgerRun): string {
  const date = startOfDay(day).toISOString().slice(0, 10);
  if (outcome === null) return `for ${date}, in progress or interrupted since ${startedAt.toISOString()}`;
  const end = `${outcome} at ${(finishedAt ?? startedAt).toISOString()}`;
  if (outcome === "finished") return `for ${date}, ${end}`;
  return `for ${date}, ${end} in the phase '${phase ?? "start"}'${error === null ? "" : `: ${error}`}`;
}
