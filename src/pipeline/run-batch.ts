import { CORRELATION } from "../analysis/correlate/correlation-settings.ts";
import type { Actor } from "../model/actor.ts";
import type { Finding } from "../model/finding.ts";
import type { LogRow } from "../model/log-row.ts";
import { actorOf } from "../model/row-actor.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DomainDb, DomainHandle } from "../store/database.ts";
import { findActors, saveProvisionalUsers } from "../store/identities.ts";
import { queueSubjects } from "../store/judge-queue.ts";
import type { StoredLogRow } from "../store/log-rows.ts";
import { takePending, takeRenamed } from "../store/pending-rows.ts";
import { takePipelineLock } from "../store/pipeline-lock.ts";
import { markBuilt } from "../store/readiness.ts";
import { raiseVersions } from "../store/versions.ts";
import { correlateSubjects } from "./correlate-subjects.ts";
import { detectRows, guarded } from "./detect-rows.ts";
import type { DetectorSet, OnDetectorProblem } from "./detector-set.ts";
import { type Evaluated, evaluateGroups } from "./evaluate-groups.ts";
import { createKnownHits, type KnownHits } from "./known-hits.ts";
import { renameEvidence, type StoredChanges, storeFindings } from "./store-findings.ts";

export const BATCH_ROWS = 1_000;

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
}

const NOTHING: BatchResult = { rows: 0, threats: 0 };

/**
 * Works the oldest pending rows of a domain into threats and cases, in one transaction: everything a row leads to is
 * stored when it stops being pending, or nothing is and it will be taken again.
 */
export async function runBatch(
  db: DomainHandle,
  clock: Clock,
  detectors: DetectorSet,
  { limit = BATCH_ROWS, knownHits = createKnownHits(), onProblem = () => undefined }: BatchOptions = {},
): Promise<BatchResult> {
  const known = knownHits.begin(db.domainId);
  const result = await db.transaction(async (tx): Promise<BatchResult> => {
    if (!(await takePipelineLock(tx))) return NOTHING;
    const now = clock();
    await renameRows(tx, now);
    const pending = await takePending(tx, limit);
    if (pending.length === 0) return NOTHING;
    const rows = pending.map(byContent);
    const findActor = await findRowActors(tx, rows, onProblem);
    const { findings, hits } = detectRows(detectors, rows, findActor, onProblem);
    const evaluated = await evaluateGroups(tx, hits, { recordedAt: now, onProblem, newOf: known.newOf });
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
    await announce(tx, changes, { now, newUsers, isLast: pending.length < limit });
    return { rows: rows.length, threats: changes.saved };
  });
  known.keep();
  return result;
}

/**
 * Inside the pipeline a row goes by its content: which of the ids it was delivered under it is known by may still change,
 * and what detectors find must not.
 */
const byContent = (row: StoredLogRow): StoredLogRow => ({ ...row, rowId: row.contentKey });

/** Works in that rows go by other ids now. */
async function renameRows(tx: DomainDb, now: Date): Promise<void> {
  const { saved, casesChanged } = await renameEvidence(tx, await takeRenamed(tx), now);
  if (saved > 0) await raiseVersions(tx, casesChanged ? ["threats", "cases"] : ["threats"]);
}

/** Who did what each row tells of. */
async function findRowActors(
  tx: DomainDb,
  rows: readonly LogRow[],
  onProblem: OnDetectorProblem,
): Promise<(row: LogRow) => Actor | null> {
  const named = new Map(rows.map((row) => [row, guarded("actor", onProblem, () => actorOf(row)) ?? null]));
  const known = await findActors(
    tx,
    [...named.values()].filter((actor) => actor !== null),
  );
  return (row) => {
    const actor = named.get(row);
    return (actor && known.get(actor)) ?? null;
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
