import type { Computator } from "../../analysis/drift/computators.ts";
import { EXACT_COMPUTATORS } from "../../analysis/drift/computators.ts";
import type { DriftChange } from "../../analysis/drift/drift-change.ts";
import { type RatedChange, rateChanges } from "../../analysis/drift/drift-severity.ts";
import { assignEpisodes, EPISODE_REACH_DAYS, type OpenedEpisode } from "../../analysis/drift/episodes.ts";
import { mergeChanges } from "../../analysis/drift/merge-changes.ts";
import { needsPersistence, PERSISTENCE_DAYS, persistenceTest } from "../../analysis/drift/persistence.ts";
import { nameId } from "../../runtime/ids.ts";
import type { DomainDb } from "../../store/database/database.ts";
import {
  continueEpisodes,
  findDriftRun,
  readEpisodesSince,
  rewindEpisodes,
  type StoredEpisode,
  saveDriftRun,
  saveEpisodes,
} from "../../store/drift/episodes.ts";
import { readHeldDays, replaceHeldDays } from "../../store/drift/held-days.ts";
import type { AnalysisRun } from "../analyze/analysis-run.ts";
import { type DayInputs, KEPT_INPUTS, readDayInputs, saveDayInputs } from "./day-inputs.ts";
import { type DriftSource, evaluateDays } from "./evaluate-days.ts";
import { LATE_DAYS } from "./final-day.ts";

/** Raised when the computators find other changes in the same facts. It closes no episode and dates none back. */
export const COMPUTATORS_VERSION = 3;
/** The first evaluation covers this many days. */
export const BACKFILL_DAYS = 30;
/**
 * Days that are evaluated together, for domains up to the given number of subjects. Reading the activity of a subject costs
 * three times as much as the evaluation of one day, which needs 2 KB per subject.
 */
const SLICES = [
  { subjects: 500, days: 15 },
  { subjects: 3_000, days: 5 },
  { subjects: 30_000, days: 3 },
  { subjects: Number.POSITIVE_INFINITY, days: 1 },
];

const EXACT: ReadonlySet<Computator> = new Set(EXACT_COMPUTATORS);

/** Returns the changes of what identities hold on an evaluation day. */
export type ExactChangesOf = (day: number) => Promise<readonly DriftChange[]>;

/** The part of a run that the evaluation needs. */
export type DriftRun = Pick<AnalysisRun, "db" | "day" | "now" | "slice" | "isStopped" | "count">;

/** Evaluates every day that is due and whose inputs changed, and stores the episodes found. */
export async function runDrift(run: DriftRun, source: DriftSource, exactOf: ExactChangesOf): Promise<void> {
  const before = await findDriftRun(run.db);
  const first = Math.max(run.day - BACKFILL_DAYS + 1, before ? before.day - LATE_DAYS + 1 : 0);
  const wanted = Array.from({ length: Math.max(0, run.day - first + 1) }, (_, index) => first + index);
  const known = await readDayInputs(run.db);
  const inputs = await source.digestInputs(wanted.slice(-KEPT_INPUTS));
  // A result depends on the days before it too, so that only the first days can be left as they are.
  const changed = wanted.findIndex((day) => !isKnown(known, inputs, day));
  const days = changed < 0 ? [] : wanted.slice(changed);
  const size = SLICES.find(({ subjects }) => source.subjects.length <= subjects)?.days ?? 1;
  for (let start = 0; start < days.length; start += size) {
    const part = days.slice(start, start + size);
    const changes = await evaluateDays({ source, days: part, slice: run.slice, isStopped: run.isStopped });
    if (!changes) return;
    for (const [index, day] of part.entries()) {
      const found = rateChanges(mergeChanges([...(await exactOf(day)), ...(changes[index] ?? [])]));
      await run.db.transaction(async (tx) => {
        await storeDay(tx, day, found, run.now);
        await saveDayInputs(tx, day, inputs.get(day));
      });
      run.count?.("drift_days", 1);
      await run.slice.pause();
    }
  }
}

const isKnown = (known: DayInputs, inputs: ReadonlyMap<number, string>, day: number): boolean =>
  known.get(day) !== undefined && known.get(day) === inputs.get(day);

/** Replaces the results of a day and of those after it. */
async function storeDay(tx: DomainDb, day: number, changes: readonly RatedChange[], now: Date): Promise<void> {
  await rewindEpisodes(tx, day);
  const subjects = [...new Set(changes.map(({ subject }) => subject))];
  const known = (await readEpisodesSince(tx, subjects, day - EPISODE_REACH_DAYS)).map((episode) => ({
    ...episode,
    computator: episode.computator as Computator,
  }));
  const isPersistent = persistenceTest(await readHeldDays(tx, day, PERSISTENCE_DAYS));
  await replaceHeldDays(tx, day, changes.filter(needsPersistence), PERSISTENCE_DAYS + LATE_DAYS);
  const idOf = (name: string): string => nameId(tx.domainId, name);
  const { opened, continued } = assignEpisodes(day, changes, { known, isPersistent, idOf });
  await saveEpisodes(
    tx,
    opened.map((one) => toEpisode(one, day)),
  );
  await continueEpisodes(
    tx,
    continued.map(({ driftId }) => driftId),
    day,
  );
  await saveDriftRun(tx, day, COMPUTATORS_VERSION, now);
}

const toEpisode = ({ driftId, change, leadingKey, supersededBy }: OpenedEpisode, day: number): StoredEpisode => ({
  driftId,
  subject: change.subject,
  computator: change.computator,
  period: change.period,
  openedOn: day,
  lastHeldOn: day,
  leadingKey,
  supersededBy,
  isExact: EXACT.has(change.computator),
  change: JSON.stringify(change),
});
