import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import { Failure } from "../../model/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import { findOpenCases } from "../../store/cases/correlated-cases.ts";
import { forgetDecisions } from "../../store/cases/judge.ts";
import { deferSubject, listDueSubjects, takeDueSubject } from "../../store/cases/judge-queue.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { tryPipelineLock } from "../../store/database/pipeline-lock.ts";
import { extendOpenCases, judgeSubject } from "./correlate-subject.ts";

/**
 * Adds new findings about these subjects to the open cases in reach; returns how many cases changed. Runs inside the
 * transaction that stored the findings.
 */
export async function correlateSubjects(tx: DomainDb, clock: Clock, subjects: readonly string[]): Promise<number> {
  const open = subjects.length === 0 ? [] : await findOpenCases(tx, subjects);
  let changed = 0;
  for (const subject of new Set(open.map((each) => each.subject))) {
    changed += (await extendOpenCases(tx, clock(), subject)).grown;
  }
  return changed;
}

/** How many due subjects are listed at a time. */
const PAGE = 500;

/** Judges every due subject; returns the number of new cases. */
export async function judgeDue(db: DomainHandle, clock: Clock): Promise<number> {
  let made = 0;
  for (let isMore = true; isMore; ) {
    const turn = await judgeTurn(db, clock, () => false);
    made += turn.made;
    isMore = turn.isMore;
  }
  return made;
}

/**
 * Judges due subjects until the turn is over, each in a transaction of its own. Stops early when another process works
 * on the domain. If a subject fails, it is postponed, the others are judged, and then the error is thrown.
 */
export async function judgeTurn(
  db: DomainHandle,
  clock: Clock,
  isOver: () => boolean,
): Promise<{ readonly made: number; readonly isMore: boolean }> {
  const due = await listDueSubjects(db, dueTimes(clock()), PAGE);
  const { made, failures, taken, busy } = await judgeSubjects(db, clock, due, isOver);
  if (taken > 0) await forgetDecisions(db, new Date(clock().getTime() - CORRELATION.decisionsKeptMs));
  if (failures[0]) throw failures[0];
  return { made, isMore: taken > 0 && !busy };
}

interface JudgedPage {
  readonly made: number;
  readonly failures: readonly Error[];
  /** Subjects that were judged or postponed. */
  readonly taken: number;
  /** Another process works on the domain. */
  readonly busy: boolean;
}

async function judgeSubjects(
  db: DomainHandle,
  clock: Clock,
  subjects: readonly string[],
  isOver: () => boolean,
): Promise<JudgedPage> {
  const failures: Error[] = [];
  let [made, taken] = [0, 0];
  for (const subject of subjects) {
    if (taken > 0 && isOver()) break;
    const result = await judgeOrDefer(db, clock(), subject);
    if (result === "busy") return { made, failures, taken, busy: true };
    if (result !== "gone") taken++;
    if (result instanceof Error) failures.push(result);
    if (typeof result === "number") made += result;
  }
  return { made, failures, taken, busy: false };
}

const dueTimes = (now: Date) => ({ now, latest: new Date(now.getTime() - CORRELATION.maxDelayMs) });

/** The number of new cases; or another process works on the domain; or the subject is no longer due. */
type Judged = number | "busy" | "gone";

async function judgeOrDefer(db: DomainHandle, now: Date, subject: string): Promise<Judged | Error> {
  try {
    return await judgeDueSubject(db, now, subject);
  } catch (error) {
    // The database is down or busy, which is not this subject's fault.
    if (error instanceof Failure) throw error;
    await deferSubject(db, subject, new Date(now.getTime() + CORRELATION.retryMs));
    return error as Error;
  }
}

function judgeDueSubject(db: DomainHandle, now: Date, subject: string): Promise<Judged> {
  return db.transaction(async (tx) => {
    if (!(await tryPipelineLock(tx))) return "busy";
    if (!(await takeDueSubject(tx, subject, dueTimes(now)))) return "gone";
    return (await judgeSubject(tx, now, subject)).made;
  });
}
