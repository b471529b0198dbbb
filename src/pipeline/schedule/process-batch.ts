import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import type { Finding } from "../../model/finding.ts";
import { BUILT_FROM_ROWS } from "../../model/readiness.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import { saveActivity } from "../../store/activity/save-activity.ts";
import { recordFactsChange } from "../../store/analysis/analysis-changes.ts";
import { queueSubjects } from "../../store/cases/judge-queue.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { tryPipelineLock } from "../../store/database/pipeline-lock.ts";
import { isBeingDeleted } from "../../store/domains/domain-deletion.ts";
import { markBuilt } from "../../store/domains/readiness.ts";
import { isSameView, readDirectoryView, saveProvisionalUsers } from "../../store/people/identities.ts";
import { removePending, takeRenamed } from "../../store/rows/pending-rows.ts";
import type { StoredLogRow } from "../../store/rows/stored-row.ts";
import { correlateSubjects } from "../correlate/correlate-subjects.ts";
import type { RowOfBatch } from "../detect/describe-findings.ts";
import type { DetectorSet, OnDetectorProblem } from "../detect/detector-set.ts";
import { evaluateGroups } from "../detect/evaluate-groups.ts";
import { type ReportedFindings, reportFindings } from "../detect/report-findings.ts";
import { renameEvidence, storeFindings } from "../detect/store-findings.ts";
import { type BatchOptions, type BatchWork, workOf } from "./batch-work.ts";
import {
  actorsIn,
  type BatchRows,
  detect,
  type ExaminedBatch,
  examine,
  readBatch,
  type SeenRows,
} from "./examine-batch.ts";

const RENAMED_AT_ONCE = 200;

export interface BatchResult {
  /** Processed rows; 0 also when another process works on this domain. */
  readonly rows: number;
  /** Threat events that are new or changed. */
  readonly threats: number;
  /** More rows are pending. */
  readonly isMore: boolean;
  /** How long the transaction took. */
  readonly transactionMs: number;
}

/** Another process took some of the rows since they were read. */
class RowsTaken extends Error {}

/**
 * Turns the oldest pending rows of a domain into activity, threats and cases. The detectors run before the transaction;
 * one transaction then stores all results and removes the rows from the queue. If it fails, or another process took the
 * rows first, nothing is stored and the rows stay queued.
 */
export async function processBatch(
  db: DomainHandle,
  clock: Clock,
  detectors: DetectorSet,
  options: BatchOptions = {},
): Promise<BatchResult> {
  const work = workOf(db, clock, detectors, options);
  return storeBatch(work, await examineOldest(work));
}

/** Called after each batch with its result, and whether the next one is ready to be stored; returns whether to go on. */
export type OnBatch = (result: BatchResult, isNextReady: boolean) => boolean;

/**
 * Processes all pending rows of a domain in the same way. Ends early when `onBatch` returns false or another process works
 * on the domain.
 */
export async function processAll(
  db: DomainHandle,
  clock: Clock,
  detectors: DetectorSet,
  onBatch: OnBatch,
  options: BatchOptions = {},
): Promise<void> {
  const work = workOf(db, clock, detectors, options);
  for (let batch = await examineOldest(work); ; ) {
    const { result, next } = await storeAndLookAhead(work, batch);
    if (!onBatch(result, next !== undefined) || result.rows === 0) return;
    batch = next ?? (await examineOldest(work));
  }
}

/** Reads and examines the oldest pending rows. */
async function examineOldest(work: BatchWork): Promise<ExaminedBatch> {
  const batch = await readBatch(work);
  try {
    return await examine(work, batch);
  } catch (error) {
    work.onFailed(batch);
    throw error;
  }
}

/** Stores a batch and meanwhile examines the next one. Both are awaited, so that nothing of a failed attempt is left. */
async function storeAndLookAhead(
  work: BatchWork,
  batch: ExaminedBatch,
): Promise<{ readonly result: BatchResult; readonly next: ExaminedBatch | undefined }> {
  const following = batch.isMore && work.overlaps() ? await startReading(work, batch) : undefined;
  const [stored, next] = await Promise.allSettled([storeBatch(work, batch), following && examineNext(work, following)]);
  if (stored.status === "rejected") {
    work.onFailed(batch);
    throw stored.reason;
  }
  // Rows that could not be read ahead are read again, and fail by themselves.
  return { result: stored.value, next: next.status === "fulfilled" ? next.value : undefined };
}

/** Rows that are read, or are being read. */
interface Following {
  readonly rows: Promise<BatchRows> | BatchRows;
}

/** Reads the rows that follow a batch; waits for them if a transaction would make them wait. */
async function startReading(work: BatchWork, { parts }: BatchRows): Promise<Following> {
  const rows = readBatch(work, parts.at(-1));
  return { rows: work.readsAhead ? rows : await rows };
}

/** Returns undefined if no rows follow. */
async function examineNext(work: BatchWork, { rows }: Following): Promise<ExaminedBatch | undefined> {
  const batch = await rows;
  return batch.rows.length > 0 ? examine(work, batch) : undefined;
}

async function storeBatch(work: BatchWork, batch: ExaminedBatch): Promise<BatchResult> {
  const now = work.clock();
  const known = work.knownActivity.begin(work.db.domainId);
  const prepared = { ...batch, activity: known.newOf(batch.activity) };
  const startedAt = monotonicMs();
  const { seen, ...done } = await work.db
    .transaction((tx) => storeInside(tx, work, prepared, now))
    .catch((error: unknown) => {
      if (error instanceof RowsTaken) return NOTHING;
      throw error;
    });
  if (seen) for (const { keep } of [seen, known]) keep();
  return { ...done, transactionMs: monotonicMs() - startedAt };
}

/** The result of a transaction, with what it stored. */
interface Stored extends Omit<BatchResult, "transactionMs"> {
  readonly seen?: SeenRows;
}

async function storeInside(tx: DomainDb, work: BatchWork, batch: ExaminedBatch, now: Date): Promise<Stored> {
  const { clock, detectors, onProblem } = work;
  const { rows, named } = batch;
  if (!(await tryPipelineLock(tx)) || (await isBeingDeleted(tx))) return NOTHING;
  const isRenamingDone = await renameRows(tx, now);
  const isMore = batch.isMore || !isRenamingDone;
  if (rows.length === 0) return { ...NOTHING, isMore };
  if (!(await removePending(tx, batch.parts))) throw new RowsTaken();
  await saveActivity(tx, batch.activity);
  // The directory may have changed since; from here on its writers wait for this transaction.
  const directory = await readDirectoryView(tx, actorsIn(named));
  const isSame = isSameView(directory, batch.directory);
  const seen = isSame ? batch.seen : await detect(work, batch, directory);
  const threats = await storeSeen(tx, clock, { rows, seen, now, detectors, onProblem, isLast: !batch.isMore });
  return { rows: rows.length, threats, isMore, seen };
}

const NOTHING: Stored = { rows: 0, threats: 0, isMore: false };

interface Storing {
  readonly rows: readonly StoredLogRow[];
  readonly seen: SeenRows;
  readonly now: Date;
  readonly detectors: DetectorSet;
  readonly onProblem: OnDetectorProblem;
  readonly isLast: boolean;
}

/** Stores the results of a batch; returns how many events are new or changed. */
async function storeSeen(
  tx: DomainDb,
  clock: Clock,
  { rows, seen, now, detectors: { settings, supersession }, onProblem, isLast }: Storing,
): Promise<number> {
  const found = {
    single: seen.findings,
    evaluated: await evaluateGroups(tx, seen.packed, { recordedAt: now, onProblem }),
  };
  const reported = reportFindings(settings, found, now);
  const receivedAt = receptionOf(rows, now);
  await saveProvisionalUsers(tx, peopleOf(reported), now);
  const changes = await storeFindings(tx, { ...reported, receivedAt, rowOfBatch: batchRows(rows), supersession, now });
  await queueSubjects(
    tx,
    changes.subjects.map((changed) => ({ ...changed, firstRecordedAt: now })),
    CORRELATION,
  );
  await correlateSubjects(
    tx,
    clock,
    changes.subjects.map(({ subject }) => subject),
  );
  if (isLast) await markBuilt(tx, BUILT_FROM_ROWS, now);
  await recordFactsChange(tx, { at: now, newestEventAt: newestOf(rows, now) });
  return changes.saved;
}

/** Returns the time of the newest row; a row ahead of the clock counts only if there is no other. */
function newestOf(rows: readonly StoredLogRow[], now: Date): Date {
  const times = rows.map(({ at }) => at).filter((at) => at <= now.getTime());
  return times.length === 0 ? now : new Date(times.reduce((newest, at) => Math.max(newest, at)));
}

/** Updates the events of rows whose ids changed; returns whether all are done. */
async function renameRows(tx: DomainDb, now: Date): Promise<boolean> {
  const renamed = await takeRenamed(tx, RENAMED_AT_ONCE);
  await renameEvidence(tx, renamed, now);
  return renamed.length < RENAMED_AT_ONCE;
}

/**
 * Returns the actors of findings. Only these become users: names tried in failed sign-ins need not belong to anybody.
 */
function peopleOf({ single, evaluated }: ReportedFindings): readonly Actor[] {
  const all = [...single, ...evaluated.flatMap((group) => group.findings)];
  return all.flatMap(({ actor }) => actor ?? []);
}

/**
 * Returns when the row that completed a finding was received; a row of an earlier batch was in time, else it would be
 * late.
 */
function receptionOf(rows: readonly StoredLogRow[], now: Date): (finding: Finding) => Date {
  const times = new Map(rows.map((row) => [rowName(row), row.receivedAt]));
  return ({ rows: [trigger] }) => (trigger && times.get(rowName(trigger))) ?? now;
}

/** Returns the rows of a batch by reference. */
function batchRows(rows: readonly StoredLogRow[]): RowOfBatch {
  const named = new Map(rows.map((row) => [rowName(row), row]));
  return (ref) => named.get(rowName(ref));
}

const rowName = ({ table, rowId }: Pick<LogRow, "table" | "rowId">): string => `${table}/${rowId}`;
