import type { DirectoryKind } from "../../model/directory-kind.ts";
import { Failure } from "../../model/failure.ts";
import type { ReadinessResource } from "../../model/vocabulary.ts";
import { createBatchPacer } from "../../runtime/batch-pacer.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import { MAX_LINE_BYTES } from "../../runtime/line-splitter.ts";
import { recordFactsChange } from "../../store/analysis/analysis-changes.ts";
import { recordConnectorSuccess } from "../../store/connectors/connectors.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { recordDirectoryDelivery } from "../../store/domains/readiness.ts";
import {
  closeWalk,
  type DirectoryObject,
  enterWalk,
  findDirectoryObjects,
  OUTSIDE_WALKS,
  removeDirectoryObjects,
  removeUnseen,
  saveDirectoryObjects,
  type Walk,
} from "../../store/people/directory.ts";
import type { DeliveredLine, RejectedLine } from "../rows/prepare-rows.ts";
import { retireUsers, syncServices, syncUsers } from "./directory-people.ts";
import type { DeliveredObject } from "./directory-shapes.ts";
import { delistServices, listServices } from "./list-services.ts";
import type { PeoplePlan } from "./people-plan.ts";
import { createObjectReader, inBatches, type ObjectBatch, type ObjectReader, planDelivery } from "./read-objects.ts";

export interface DirectoryDelivery {
  readonly kind: DirectoryKind;
  readonly lines: readonly DeliveredLine[];
  /**
   * A snapshot of the kind, in one part or several: objects that it does not name are removed when its last part is
   * stored. Absent means changes: objects are merged into the stored ones, and one with `@removed` is removed.
   * `mustBeOpen` refuses a part that follows no first part.
   */
  readonly walk?: { readonly first: boolean; readonly last: boolean; readonly mustBeOpen?: boolean } | undefined;
  /** The changes are of a second directory: a snapshot of the first does not remove what they name. */
  readonly beside?: boolean | undefined;
  readonly connectorType?: string | undefined;
  readonly also?: ((tx: DomainDb) => Promise<void>) | undefined;
}

export interface DirectoryReport {
  /** New objects and changed ones. */
  readonly accepted: number;
  /** Objects that equal the stored ones. */
  readonly duplicates: number;
  readonly removed: number;
  readonly rejected: readonly RejectedLine[];
}

/** The target duration of a transaction: the embedded engine serves nothing else meanwhile. */
const PACE = { targetMs: 30, min: 10, max: 10_000 };

/**
 * Stores a delivery of directory objects, whatever its origin. A large one is stored in several transactions; `also` and
 * the end of a snapshot are part of the last one. A snapshot with an invalid line removes nothing, because the line may
 * have been one of the stored objects.
 */
export async function ingestDirectory(
  db: DomainHandle,
  clock: Clock,
  delivery: DirectoryDelivery,
): Promise<DirectoryReport> {
  const { kind, lines } = delivery;
  const pacer = createBatchPacer(PACE);
  const reader = createObjectReader(kind);
  const plan = kind === "users" && lines.length > 1 ? await planDelivery(db, lines) : undefined;
  const state = { delivery, reader, plan, at: clock(), limit: pacer.size };
  const total = { accepted: 0, duplicates: 0, removed: 0 };
  let walk: string | undefined;
  const store = async ({ objects, weight, isLast }: ObjectBatch): Promise<StoredBatch> => {
    let startedAt = 0;
    const stored = await db.transaction(async (tx) => {
      startedAt = monotonicMs();
      return storeBatch(tx, state, { objects, isLast, walk });
    });
    pacer.record(weight + stored.removed, monotonicMs() - startedAt);
    walk = stored.walk;
    total.accepted += stored.accepted;
    total.duplicates += stored.duplicates;
    total.removed += stored.removed;
    return stored;
  };
  for await (const batch of inBatches(lines, reader, pacer)) {
    let { isDone } = await store(batch);
    while (batch.isLast && !isDone) ({ isDone } = await store({ objects: [], weight: 0, isLast: true }));
  }
  return { ...total, rejected: reader.rejected };
}

interface DeliveryState {
  readonly delivery: DirectoryDelivery;
  readonly reader: ObjectReader;
  readonly plan: PeoplePlan | undefined;
  readonly at: Date;
  /** The number of objects that one transaction removes. */
  readonly limit: () => number;
}

interface StoredBatch {
  readonly walk: string;
  readonly accepted: number;
  readonly duplicates: number;
  readonly removed: number;
  /** No object is left to be removed. */
  readonly isDone: boolean;
}

interface BatchToStore {
  readonly objects: readonly DeliveredObject[];
  readonly isLast: boolean;
  /** The walk of the batches before this one. */
  readonly walk: string | undefined;
}

async function storeBatch(tx: DomainDb, state: DeliveryState, batch: BatchToStore): Promise<StoredBatch> {
  const { delivery, plan, at, limit } = state;
  const { kind, walk } = delivery;
  const entered = await joinWalk(tx, state, batch);
  const named = [...new Map(batch.objects.map((object) => [object.objectId, object])).values()];
  const kept = named.filter(({ isRemoved }) => !isRemoved);
  const objects = walk ? kept : await merged(tx, kind, kept);
  const mark = { walk: markOf(delivery, entered.walk), at };
  const { changed } = await saveDirectoryObjects(tx, kind, objects, mark);
  const removed = await removeDirectoryObjects(tx, kind, idsOf(named.filter(({ isRemoved }) => isRemoved)));
  const isComplete = batch.isLast && walk?.last === true && !entered.isSpoiled;
  const unseen = isComplete ? await removeUnseen(tx, kind, entered.walk, limit()) : [];
  const isDone = unseen.length < limit();
  const gone = [...removed, ...unseen];
  await applyChanges(tx, kind, { changed, gone, at, plan });
  if (batch.isLast && isDone) await finishDelivery(tx, state);
  if (changed.length + gone.length > 0) await recordFactsChange(tx, { at, newestEventAt: null });
  const taken = batch.objects.filter(({ isRemoved }) => !isRemoved).length;
  return {
    walk: entered.walk,
    accepted: changed.length,
    duplicates: taken - changed.length,
    removed: gone.length,
    isDone,
  };
}

/** Joins the walk that the delivery belongs to, or begins it. */
async function joinWalk(tx: DomainDb, { delivery, reader, at }: DeliveryState, batch: BatchToStore): Promise<Walk> {
  const { kind, walk } = delivery;
  const isFirst = batch.walk === undefined;
  const isSpoiled = walk !== undefined && reader.rejected.length > 0;
  const entered = await enterWalk(tx, kind, { part: walk && { first: walk.first && isFirst }, isSpoiled, at });
  if (isFirst) checkFollows(delivery, entered.wasOpen);
  else if (walk) checkSameWalk(batch.walk, entered.walk);
  return entered;
}

/** Stores what belongs to the end of the delivery. */
async function finishDelivery(tx: DomainDb, { delivery, at }: DeliveryState): Promise<void> {
  const { kind, walk, connectorType, also } = delivery;
  if (walk?.last) await closeWalk(tx, kind);
  if (connectorType !== undefined) await recordConnectorSuccess(tx, connectorType, at);
  await also?.(tx);
}

function checkFollows({ walk }: DirectoryDelivery, wasOpen: boolean): void {
  if (!walk?.mustBeOpen || walk.first || wasOpen) return;
  throw new Failure("invalid_parameter", "this part follows no part=first; begin with part=first", {
    param: "part",
  });
}

/** Refuses a part if another snapshot has begun since the last one: the two would be mixed. */
function checkSameWalk(own: string | undefined, entered: string): void {
  if (own === entered) return;
  throw new Failure("unavailable", "another snapshot of this kind began in between; send this one again", {}, RETRY);
}

const RETRY = { "retry-after": "1" };

const markOf = ({ beside }: DirectoryDelivery, walk: string): string => (beside ? OUTSIDE_WALKS : walk);

const idsOf = (objects: readonly DeliveredObject[]): readonly string[] => objects.map(({ objectId }) => objectId);

/**
 * Merges changes, which name only what has changed, into the stored objects. An object that would exceed the limit of a
 * line is replaced by the last change, so that it cannot grow without bound.
 */
async function merged(
  tx: DomainDb,
  kind: DirectoryKind,
  objects: readonly DeliveredObject[],
): Promise<readonly DirectoryObject[]> {
  const known = new Map(
    (await findDirectoryObjects(tx, kind, idsOf(objects))).map((object) => [object.objectId, object]),
  );
  return objects.map(({ objectId, document }) => {
    const whole = { ...known.get(objectId)?.document, ...document };
    return { objectId, document: JSON.stringify(whole).length > MAX_LINE_BYTES ? document : whole };
  });
}

/** Directory objects about services and their permissions. */
const SERVICE_KINDS: ReadonlySet<DirectoryKind> = new Set<DirectoryKind>([
  "service-principals",
  "app-role-assignments",
  "delegated-grants",
  "credentials",
  "owners",
  "azure-role-assignments",
  "azure-resources",
]);

async function applyServices(
  tx: DomainDb,
  { changed, gone, at }: Pick<ChangedObjects, "changed" | "gone" | "at">,
): Promise<void> {
  await syncServices(tx, changed);
  await listServices(tx, changed, at);
  await delistServices(tx, gone, at);
}

interface ChangedObjects {
  readonly changed: readonly DirectoryObject[];
  readonly gone: readonly string[];
  readonly at: Date;
  readonly plan: PeoplePlan | undefined;
}

async function applyChanges(
  tx: DomainDb,
  kind: DirectoryKind,
  { changed, gone, at, plan }: ChangedObjects,
): Promise<void> {
  const resources: readonly ReadinessResource[] = SERVICE_KINDS.has(kind) ? ["nhi", "nhi-clusters"] : ["personas"];
  if (changed.length > 0) await recordDirectoryDelivery(tx, resources, at);
  if (kind === "service-principals") await applyServices(tx, { changed, gone, at });
  if (kind !== "users") return;
  await syncUsers(tx, changed, at, plan);
  await retireUsers(tx, gone, at);
}
