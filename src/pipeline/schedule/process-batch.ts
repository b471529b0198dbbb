import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import type { Finding } from "../../model/finding.ts";
import { BUILT_FROM_ROWS } from "../../model/readiness.ts";
import type { Actor, RowActor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import { type ActivityBatch, saveActivity } from "../../store/activity/save-activity.ts";
import { recordFactsChange } from "../../store/analysis/analysis-changes.ts";
import { queueSubjects } from "../../store/cases/judge-queue.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { tryPipelineLock } from "../../store/database/pipeline-lock.ts";
import { markBuilt } from "../../store/domains/readiness.ts";
import {
  type DirectoryView,
  isSameView,
  readDirectoryView,
  saveProvisionalUsers,
  toActors,
} from "../../store/people/identities.ts";
import { type PendingPart, readPending, removePending, takeRenamed } from "../../store/rows/pending-rows.ts";
import type { StoredLogRow } from "../../store/rows/stored-row.ts";
import { collectActivity } from "../activity/collect-activity.ts";
import { createKnownActivity, type KnownActivity } from "../activity/known-activity.ts";
import { correlateSubjects } from "../correlate/correlate-subjects.ts";
import type { RowOfBatch } from "../detect/describe-findings.ts";
import { type Detected, detectRows, guarded } from "../detect/detect-rows.ts";
import type { DetectorSet, OnDetectorProblem } from "../detect/detector-set.ts";
import { evaluateGroups } from "../detect/evaluate-groups.ts";
import { createKnownHits, type KnownHits } from "../detect/known-hits.ts";
import { type PackedHits, packHits } from "../detect/pack-hits.ts";
import { type ReportedFindings, reportFindings } from "../detect/report-findings.ts";
import { renameEvidence, storeFindings } from "../detect/store-findings.ts";

export const BATCH_ROWS = 1_000;
/** A row may hold 1 MiB; a batch of such rows is shorter. */
export const BATCH_BYTES = 2 * 1_048_576;
const RENAMED_AT_ONCE = 200;

export interface BatchOptions {
  /** How many rows a batch has at most; a function is asked before each batch. */
  readonly limit?: number | (() => number);
  /** How much text a batch holds. */
  readonly bytes?: number;
  readonly knownHits?: KnownHits;
  readonly knownActivity?: KnownActivity;
  readonly onProblem?: OnDetectorProblem;
  /** Whether the detectors run on the next batch while the database stores one. */
  readonly overlaps?: () => boolean;
}

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
  return storeBatch(work, await examine(work, await readBatch(work)));
}

/**
 * Processes all pending rows of a domain in the same way. Ends early when `onBatch` returns false or another process works
 * on the domain.
 */
export async function processAll(
  db: DomainHandle,
  clock: Clock,
  detectors: DetectorSet,
  onBatch: (result: BatchResult) => boolean,
  options: BatchOptions = {},
): Promise<void> {
  const work = workOf(db, clock, detectors, options);
  for (let batch = await examine(work, await readBatch(work)); ; ) {
    // Before the transaction: the embedded database has one connection.
    const following = batch.isMore && work.overlaps() ? await readBatch(work, batch.parts.at(-1)) : undefined;
    const [result, examined] = await Promise.all([storeBatch(work, batch), following && examine(work, following)]);
    if (!onBatch(result) || result.rows === 0) return;
    batch = examined && examined.rows.length > 0 ? examined : await examine(work, await readBatch(work));
  }
}

/** Pending rows and their actors. */
interface BatchRows {
  readonly rows: readonly StoredLogRow[];
  readonly parts: readonly PendingPart[];
  readonly isMore: boolean;
  /** Who acted in each row, as the row names them. */
  readonly named: ReadonlyMap<LogRow, RowActor | null>;
  readonly directory: DirectoryView;
}

/** Rows with everything that is known about them without further reading. */
interface ExaminedBatch extends BatchRows {
  readonly activity: ActivityBatch;
  readonly detected: Detected;
}

interface BatchWork extends Required<BatchOptions> {
  readonly limit: () => number;
  readonly db: DomainHandle;
  readonly clock: Clock;
  readonly detectors: DetectorSet;
}

function workOf(db: DomainHandle, clock: Clock, detectors: DetectorSet, options: BatchOptions): BatchWork {
  const { limit = BATCH_ROWS, bytes = BATCH_BYTES, onProblem = ignoreProblem, overlaps = () => true } = options;
  const { knownHits = createKnownHits(), knownActivity = createKnownActivity() } = options;
  const nextLimit = typeof limit === "number" ? () => limit : limit;
  return { db, clock, detectors, limit: nextLimit, bytes, knownHits, knownActivity, onProblem, overlaps };
}

const ignoreProblem: OnDetectorProblem = () => undefined;

/** Reads the oldest pending rows, or those that follow others. */
async function readBatch({ db, limit, bytes, onProblem }: BatchWork, after?: PendingPart): Promise<BatchRows> {
  const pending = await readPending(db, { rows: limit(), bytes }, after);
  const rows = pending.rows.map(byContent);
  const named = new Map(rows.map((row) => [row, guarded("actor", onProblem, () => actorOf(row)) ?? null]));
  const directory = await readDirectoryView(db, actorsIn(named));
  return { rows, parts: pending.parts, isMore: pending.isMore, named, directory };
}

/** Runs the detectors. Needs no database. */
async function examine(work: BatchWork, batch: BatchRows): Promise<ExaminedBatch> {
  const { rows, named, directory } = batch;
  const activity = await collectActivity(work.db.domainId, rows, (row) => named.get(row) ?? null, work.onProblem);
  return { ...batch, activity, detected: await detect(work, batch, directory) };
}

/** Runs the detectors on rows whose actors are resolved by a view of the directory. */
function detect(
  { db, detectors, onProblem }: BatchWork,
  { rows, named }: BatchRows,
  directory: DirectoryView,
): Promise<Detected> {
  const known = toActors(db.domainId, actorsIn(named), directory);
  const actorOf = (row: LogRow): Actor | null => {
    const actor = named.get(row);
    return (actor && known.get(actor)) ?? null;
  };
  return detectRows(detectors, rows, actorOf, onProblem);
}

const actorsIn = (named: BatchRows["named"]): readonly RowActor[] =>
  [...named.values()].filter((actor) => actor !== null);

async function storeBatch(work: BatchWork, batch: ExaminedBatch): Promise<BatchResult> {
  const now = work.clock();
  const packed = await pack(work, batch.detected, now);
  const known = work.knownActivity.begin(work.db.domainId);
  const prepared = { ...batch, activity: known.newOf(batch.activity) };
  const startedAt = monotonicMs();
  const { seen, ...done } = await work.db
    .transaction((tx) => storeInside(tx, work, prepared, packed, now))
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

async function storeInside(
  tx: DomainDb,
  work: BatchWork,
  batch: ExaminedBatch,
  packed: SeenRows,
  now: Date,
): Promise<Stored> {
  const { clock, detectors, onProblem } = work;
  const { rows, named } = batch;
  if (!(await tryPipelineLock(tx))) return NOTHING;
  const isRenamingDone = await renameRows(tx, now);
  const isMore = batch.isMore || !isRenamingDone;
  if (rows.length === 0) return { ...NOTHING, isMore };
  if (!(await removePending(tx, batch.parts))) throw new RowsTaken();
  await saveActivity(tx, batch.activity);
  // The directory may have changed since; from here on its writers wait for this transaction.
  const directory = await readDirectoryView(tx, actorsIn(named));
  const isSame = isSameView(directory, batch.directory);
  const seen = isSame ? packed : await pack(work, await detect(work, batch, directory), now);
  const threats = await storeSeen(tx, clock, { rows, seen, now, detectors, onProblem, isLast: !batch.isMore });
  return { rows: rows.length, threats, isMore, seen };
}

/** Packs the hits that are not stored already. */
async function pack({ db, knownHits }: BatchWork, { findings, ...hits }: Detected, now: Date): Promise<SeenRows> {
  const known = knownHits.begin(db.domainId, now);
  return { findings, packed: await packHits(hits, now, known), keep: known.keep };
}

const NOTHING: Stored = { rows: 0, threats: 0, isMore: false };

/** The results of the detectors for the rows of a batch. */
interface SeenRows {
  readonly findings: readonly Finding[];
  readonly packed: PackedHits;
  /** Called after the commit. */
  readonly keep: () => void;
}

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

/**
 * Identifies a row by its content key inside the pipeline: the row's id may still change when a copy is delivered under
 * another id, and findings must not change with it.
 */
const byContent = (row: StoredLogRow): StoredLogRow => ({ ...row, rowId: row.contentKey });

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
