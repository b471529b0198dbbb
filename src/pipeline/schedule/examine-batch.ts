import type { Finding } from "../../model/finding.ts";
import type { Actor, RowActor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import type { ActivityBatch } from "../../store/activity/save-activity.ts";
import { type DirectoryView, readDirectoryView, toActors } from "../../store/people/identities.ts";
import { type PendingPart, readPending } from "../../store/rows/pending-rows.ts";
import type { StoredLogRow } from "../../store/rows/stored-row.ts";
import { collectActivity } from "../activity/collect-activity.ts";
import { type Detected, detectRows, guarded } from "../detect/detect-rows.ts";
import { type PackedHits, packHits } from "../detect/pack-hits.ts";
import type { BatchWork } from "./batch-work.ts";

/** Pending rows and their actors. */
export interface BatchRows {
  readonly rows: readonly StoredLogRow[];
  readonly parts: readonly PendingPart[];
  readonly isMore: boolean;
  /** Who acted in each row, as the row names them. */
  readonly named: ReadonlyMap<LogRow, RowActor | null>;
  readonly directory: DirectoryView;
}

/** Rows with everything that is known about them without further reading. */
export interface ExaminedBatch extends BatchRows {
  readonly activity: ActivityBatch;
  readonly seen: SeenRows;
}

/** The results of the detectors for the rows of a batch. */
export interface SeenRows {
  readonly findings: readonly Finding[];
  readonly packed: PackedHits;
  /** Called after the commit. */
  readonly keep: () => void;
}

/** Reads the oldest pending rows, or those that follow others. */
export async function readBatch({ db, limit, bytes, onProblem }: BatchWork, after?: PendingPart): Promise<BatchRows> {
  const pending = await readPending(db, { rows: limit(), bytes }, after);
  const rows = pending.rows.map(byContent);
  const named = new Map(rows.map((row) => [row, guarded("actor", onProblem, () => actorOf(row)) ?? null]));
  const directory = await readDirectoryView(db, actorsIn(named));
  return { rows, parts: pending.parts, isMore: pending.isMore, named, directory };
}

/** Runs the detectors. Needs no database. */
export async function examine(work: BatchWork, batch: BatchRows): Promise<ExaminedBatch> {
  const { rows, named, directory } = batch;
  const activity = await collectActivity(work.db.domainId, rows, (row) => named.get(row) ?? null, work.onProblem);
  return { ...batch, activity, seen: await detect(work, batch, directory) };
}

/** Runs the detectors on rows whose actors are resolved by a view of the directory, and packs the hits. */
export async function detect(work: BatchWork, { rows, named }: BatchRows, directory: DirectoryView): Promise<SeenRows> {
  const { db, detectors, onProblem } = work;
  const known = toActors(db.domainId, actorsIn(named), directory);
  const actorOf = (row: LogRow): Actor | null => {
    const actor = named.get(row);
    return (actor && known.get(actor)) ?? null;
  };
  return pack(work, await detectRows(detectors, rows, actorOf, onProblem));
}

export const actorsIn = (named: BatchRows["named"]): readonly RowActor[] =>
  [...named.values()].filter((actor) => actor !== null);

/** Packs the hits that are not stored already. */
async function pack({ db, clock, knownHits }: BatchWork, { findings, ...hits }: Detected): Promise<SeenRows> {
  const now = clock();
  const known = knownHits.begin(db.domainId, now);
  return { findings, packed: await packHits(hits, now, known), keep: known.keep };
}

/**
 * Identifies a row by its content key inside the pipeline: the row's id may still change when a copy is delivered under
 * another id, and findings must not change with it.
 */
const byContent = (row: StoredLogRow): StoredLogRow => ({ ...row, rowId: row.contentKey });
