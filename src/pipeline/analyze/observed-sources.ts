import type { LogTable } from "../../model/rows/log-row.ts";
import { readSources } from "../../store/activity/sources.ts";
import type { AnalysisRun } from "./analysis-run.ts";

/** The days of a log table that the results of an evaluation day may use. */
export interface ObservedSource {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Returns the log tables that have delivered rows. Rows of the evaluation day itself change nothing in it. */
export async function readObservedSources({
  db,
  day,
}: Pick<AnalysisRun, "db" | "day">): Promise<ReadonlyMap<LogTable, ObservedSource>> {
  const sources = await readSources(db, day);
  return new Map(
    [...sources].map(([table, { firstDay, lastDay }]) => [table, { firstDay, lastDay: Math.min(lastDay, day - 1) }]),
  );
}
