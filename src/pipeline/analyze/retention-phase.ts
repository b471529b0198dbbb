import { DRIFT_REACH_DAYS } from "../../analysis/drift/drift-windows.ts";
import { HISTORY_DAYS } from "../../analysis/nhi/facts.ts";
import { LOOKBACK_DAYS } from "../../analysis/persona/day-window.ts";
import { removeAddressesBefore } from "../../store/activity/address-use.ts";
import { listActorsBefore, REMOVED_AT_ONCE, removeDaysBefore } from "../../store/activity/remove-days.ts";
import { readSources } from "../../store/activity/sources.ts";
import { LATE_DAYS } from "../drift/final-day.ts";
import { BACKFILL_DAYS } from "../drift/run-drift.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import { LONGEST_DAYS } from "./drift-phase.ts";
import { dayOf } from "./evaluation-day.ts";

/** The days before an evaluation day that any phase may read, in this run or in one of the next if no day follows. */
export const KEPT_DAYS =
  Math.max(DRIFT_REACH_DAYS, LONGEST_DAYS, HISTORY_DAYS, LOOKBACK_DAYS) + BACKFILL_DAYS + LATE_DAYS;

/** Actors whose old days are looked for at once. */
const CHUNK = 500;

/** How long an address that nobody uses is kept. */
const ADDRESS_DAYS = 90;

/** Removes the activity days and addresses that nothing reads any more. */
export const retentionPhase: AnalysisPhase = {
  name: "retention",
  run: async (run) => {
    const latest = await latestDay(run);
    if (latest === null) return;
    await removeAddresses(run, latest - ADDRESS_DAYS);
    const before = latest - KEPT_DAYS;
    for (let after: string | undefined = ""; after !== undefined; ) {
      if (run.isStopped()) return;
      const actors = await listActorsBefore(run.db, before, after, CHUNK);
      await removeOf(run, actors, before);
      after = actors.length < CHUNK ? undefined : actors.at(-1);
    }
  },
};

/**
 * Returns the day before which days are counted: the evaluation day, but none after the newest row or the current day,
 * so that the analysis of a day to come removes nothing that the present one reads. Null without rows.
 */
async function latestDay({ db, day, now }: AnalysisRun): Promise<number | null> {
  const latest = Math.min(day, dayOf(now));
  const lastDays = [...(await readSources(db, latest + 1)).values()].map(({ lastDay }) => lastDay);
  return lastDays.length === 0 ? null : Math.min(latest, Math.max(...lastDays));
}

async function removeAddresses(run: AnalysisRun, before: number): Promise<void> {
  for (let removed = 1; removed > 0 && !run.isStopped(); ) {
    removed = await run.db.transaction((tx) => removeAddressesBefore(tx, before));
    await run.slice.pause();
  }
}

async function removeOf(run: AnalysisRun, actors: readonly string[], before: number): Promise<void> {
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE && actors.length > 0 && !run.isStopped(); ) {
    removed = await run.db.transaction((tx) => removeDaysBefore(tx, actors, before));
    run.count?.("days_removed", removed);
    await run.slice.pause();
  }
}
