import type { DriftChange } from "../../analysis/drift/drift-change.ts";
import type { DriftSubject } from "../../analysis/drift/drift-subject.ts";
import { DRIFT_REACH_DAYS } from "../../analysis/drift/drift-windows.ts";
import { createDayEvaluation, type DayEvaluation } from "../../analysis/drift/evaluate-day.ts";
import type { ActivityDay } from "../../model/identity/activity.ts";
import type { TimeSlice } from "../../runtime/time-slice.ts";

/** Identities whose days are in memory at once. */
const CHUNK = 50;

export type ActivityOf = ReadonlyMap<string, readonly ActivityDay[]>;

/** The identities of a domain and what they did. */
export interface DriftSource {
  /** Ordered by id. */
  readonly subjects: readonly DriftSubject[];
  readActivity(subjects: readonly DriftSubject[], fromDay: number, toDay: number): Promise<ActivityOf>;
  /** Returns digests of everything that the changes of evaluation days are computed from, read before the facts. */
  digestInputs(days: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

interface Evaluating {
  readonly source: DriftSource;
  /** Consecutive evaluation days. */
  readonly days: readonly number[];
  readonly slice: TimeSlice;
  readonly isStopped: () => boolean;
}

/**
 * Returns the changes of activity of each evaluation day, or undefined if the run was stopped. All subjects are read in
 * chunks, once for each of the first two passes; the third one reads those that may have changed.
 */
export async function evaluateDays({
  source,
  days,
  slice,
  isStopped,
}: Evaluating): Promise<readonly (readonly DriftChange[])[] | undefined> {
  const evaluations = days.map(createDayEvaluation);
  const [fromDay, toDay] = [(days[0] ?? 0) - DRIFT_REACH_DAYS, days.at(-1) ?? 0];
  let last: { readonly name: string; readonly activity: ActivityOf } | undefined;
  const read = async (subjects: readonly DriftSubject[]): Promise<ActivityOf> => {
    const name = `${subjects[0]?.id}/${subjects.length}`;
    // A domain of a single chunk is read once for all passes.
    if (last?.name !== name) last = { name, activity: await source.readActivity(subjects, fromDay, toDay) };
    return last.activity;
  };
  const visitChunk = async (chunk: readonly DriftSubject[], visit: Visit): Promise<void> => {
    const activity = await read(chunk);
    for (const subject of chunk) {
      const own = activity.get(subject.id);
      if (own) for (const evaluation of evaluations) visit(evaluation, subject, own);
      await slice.pause();
    }
  };
  const pass = async (subjects: readonly DriftSubject[], visit: Visit): Promise<boolean> => {
    for (let start = 0; start < subjects.length; start += CHUNK) {
      if (isStopped()) return false;
      await visitChunk(subjects.slice(start, start + CHUNK), visit);
    }
    return true;
  };
  if (!(await pass(source.subjects, (evaluation, ...one) => evaluation.observe(...one)))) return undefined;
  if (!(await pass(source.subjects, (evaluation, ...one) => evaluation.measure(...one)))) return undefined;
  const survivors = new Set(evaluations.flatMap((evaluation) => [...evaluation.survivors()]));
  const left = source.subjects.filter(({ id }) => survivors.has(id));
  if (!(await pass(left, (evaluation, ...one) => evaluation.describe(...one)))) return undefined;
  return evaluations.map((evaluation) => evaluation.changes());
}

type Visit = (evaluation: DayEvaluation, subject: DriftSubject, activity: readonly ActivityDay[]) => void;
