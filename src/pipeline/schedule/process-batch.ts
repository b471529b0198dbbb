import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import type { Finding } from "../../model/finding.ts";
import type { Actor, RowActor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import { queueSubjects } from "../../store/cases/judge-queue.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { tryPipelineLock } from "../../store/database/pipeline-lock.ts";
import { markBuilt } from "../../store/domains/readiness.ts";
import { raiseVersions } from "../../store/domains/versions.ts";
import { findActors, saveProvisionalUsers } from "../../store/people/identities.ts";
import type { StoredLogRow } from "../../store/rows/log-rows.ts";
import { readPending, removePending, takeRenamed } from "../../store/rows/pending-rows.ts";
import { correlateSubjects } from "../correlate/correlate-subjects.ts";
import { detectRows, guarded } from "../detect/detect-rows.ts";
import type { DetectorSet, OnDetectorProblem } from "../detect/detector-set.ts";
import { type Evaluated, evaluateGroups, type PackedHits, packHits } from "../detect/evaluate-groups.ts";
import { createKnownHits, type KnownHits } from "../detect/known-hits.ts";
import { renameEvidence, type StoredChanges, storeFindings } from "../detect/store-findings.ts";

export const BATCH_ROWS = 1_000;
/** A row may hold 1 MiB: a batch of such rows is shorter. */
const BATCH_BYTES = 2 * 1_048_576;
const RENAMED_AT_ONCE = 200;

export interface BatchOptions {
  readonly limit?: number;
  readonly knownHits?: KnownHits;
  readonly onProblem?: OnDetectorProblem;
}

export interface BatchResult {
  /** Rows that are worked in now; 0 also when another process is at this domain. */
  readonly rows: number;
  /** Threat events that are new or say something else now. */
  readonly threats: number;
  /** More is waiting. */
  readonly isMore: boolean;
  /** How long the transaction took. */
  readonly transactionMs: number;
}

/** Another process has processed some of the rows since they were read. */
class RowsTaken extends Error {}

/**
 * Works the oldest pending rows of a domain into threats and cases. Rows are read and shown to the detectors first; one
 * transaction then stores everything they lead to and ends their waiting. If it fails, or somebody else was quicker,
 * nothing is stored and the rows are taken again.
 */
export async function processBatch(
  db: DomainHandle,
  clock: Clock,
  detectors: DetectorSet,
  { limit = BATCH_ROWS, knownHits = createKnownHits(), onProblem = () => undefined }: BatchOptions = {},
): Promise<BatchResult> {
  const now = clock();
  const pending = await readPending(db, { rows: limit, bytes: BATCH_BYTES });
  const rows = pending.rows.map(byContent);
  const named = new Map(rows.map((row) => [row, guarded("actor", onProblem, () => actorOf(row)) ?? null]));
  const look = async (actors: ResolvedActors): Promise<SeenRows> => {
    const known = knownHits.begin(db.domainId, now);
    const { findings, hits } = await detectRows(detectors, rows, actors.actorOf, onProblem);
    return { actors, findings, packed: await packHits(hits, known.newOf), keep: known.keep };
  };
  let seen = await look(await resolveActors(db, named));
  const startedAt = monotonicMs();
  const done = await db
    .transaction(async (tx): Promise<Omit<BatchResult, "transactionMs">> => {
      if (!(await tryPipelineLock(tx))) return NOTHING;
      const isRenamingDone = await renameRows(tx, now);
      const isMore = pending.isMore || !isRenamingDone;
      if (rows.length === 0) return { ...NOTHING, isMore };
      if ((await removePending(tx, rows)) !== rows.length) throw new RowsTaken();
      // The directory may have changed since; from here on it waits for this transaction.
      const actors = await resolveActors(tx, named);
      if (actors.fingerprint !== seen.actors.fingerprint) seen = await look(actors);
      const threats = await store(tx, clock, { rows, seen, now, onProblem, isLast: !pending.isMore });
      return { rows: rows.length, threats, isMore };
    })
    .catch((error: unknown) => {
      if (error instanceof RowsTaken) return NOTHING;
      throw error;
    });
  if (done.rows > 0) seen.keep();
  return { ...done, transactionMs: monotonicMs() - startedAt };
}

const NOTHING = { rows: 0, threats: 0, isMore: false };

/** What the detectors made of rows. */
interface SeenRows {
  readonly actors: ResolvedActors;
  readonly findings: readonly Finding[];
  readonly packed: PackedHits;
  /** To be called when it is stored. */
  readonly keep: () => void;
}

interface Storing {
  readonly rows: readonly StoredLogRow[];
  readonly seen: SeenRows;
  readonly now: Date;
  readonly onProblem: OnDetectorProblem;
  readonly isLast: boolean;
}

/** Stores everything that rows lead to; answers how many events are new or say something else now. */
async function store(
  tx: DomainDb,
  clock: Clock,
  { rows, seen: { findings, packed }, now, onProblem, isLast }: Storing,
): Promise<number> {
  const evaluated = await evaluateGroups(tx, packed, { recordedAt: now, onProblem });
  const receivedAt = receptionOf(rows, now);
  const newUsers = await saveProvisionalUsers(tx, peopleOf(findings, evaluated), now);
  const changes = await storeFindings(tx, { single: findings, evaluated, receivedAt, now });
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
  await announce(tx, changes, { now, newUsers, isLast });
  return changes.saved;
}

/**
 * Inside the pipeline a row goes by its content: which of the ids it was delivered under it is known by may still change,
 * and what detectors find must not.
 */
const byContent = (row: StoredLogRow): StoredLogRow => ({ ...row, rowId: row.contentKey });

/** Works in that rows go by other ids now; answers false when there are more of them. */
async function renameRows(tx: DomainDb, now: Date): Promise<boolean> {
  const renamed = await takeRenamed(tx, RENAMED_AT_ONCE);
  const { saved, casesChanged } = await renameEvidence(tx, renamed, now);
  if (saved > 0) await raiseVersions(tx, casesChanged ? ["threats", "cases"] : ["threats"]);
  return renamed.length < RENAMED_AT_ONCE;
}

/** Who acts in each row. */
interface ResolvedActors {
  readonly actorOf: (row: LogRow) => Actor | null;
  /** The same for the same actors. */
  readonly fingerprint: string;
}

async function resolveActors(db: DomainDb, named: ReadonlyMap<LogRow, RowActor | null>): Promise<ResolvedActors> {
  const known = await findActors(
    db,
    [...named.values()].filter((actor) => actor !== null),
  );
  return {
    actorOf: (row) => {
      const actor = named.get(row);
      return (actor && known.get(actor)) ?? null;
    },
    fingerprint: JSON.stringify([...new Set(known.values())]),
  };
}

/** Whom findings are about. Only they become users: the names that somebody tries at a door are not people. */
function peopleOf(findings: readonly Finding[], evaluated: readonly Evaluated[]): readonly Actor[] {
  const all = [...findings, ...evaluated.flatMap((group) => group.findings)];
  return all.flatMap(({ actor }) => actor ?? []);
}

/** When the row that completed a finding came; one that is not of this batch came in time, or it would be late. */
function receptionOf(rows: readonly StoredLogRow[], now: Date): (finding: Finding) => Date {
  const times = new Map(rows.map((row) => [rowName(row), row.receivedAt]));
  return ({ rows: [trigger] }) => (trigger && times.get(rowName(trigger))) ?? now;
}

const rowName = ({ table, rowId }: Pick<LogRow, "table" | "rowId">): string => `${table}/${rowId}`;

/** Says what has changed, so that no answer from before is given any more. */
async function announce(
  tx: DomainDb,
  { saved, removed, casesChanged }: StoredChanges,
  { now, newUsers, isLast }: { readonly now: Date; readonly newUsers: number; readonly isLast: boolean },
): Promise<void> {
  const isReadier = isLast && (await markBuilt(tx, ["threats", "cases"], now));
  await raiseVersions(tx, [
    ...(saved + removed > 0 ? (["threats"] as const) : []),
    ...(casesChanged ? (["cases"] as const) : []),
    ...(isReadier ? (["readiness"] as const) : []),
    ...(newUsers > 0 ? (["users"] as const) : []),
  ]);
}
