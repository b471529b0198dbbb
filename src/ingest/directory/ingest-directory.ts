import type { DirectoryKind } from "../../model/directory-kind.ts";
import { Failure } from "../../model/failure.ts";
import type { ReadinessResource, Versioned } from "../../model/vocabulary.ts";
import { createBatchPacer } from "../../runtime/batch-pacer.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import { MAX_LINE_BYTES } from "../../runtime/line-splitter.ts";
import { recordConnectorSuccess } from "../../store/connectors/connectors.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { recordDirectoryDelivery } from "../../store/domains/readiness.ts";
import { raiseVersions } from "../../store/domains/versions.ts";
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
import { landServices, landUsers, retireUsers } from "./directory-people.ts";
import type { DeliveredObject } from "./directory-shapes.ts";
import type { PeoplePlan } from "./people-plan.ts";
import { createObjectReader, inBatches, type ObjectBatch, type ObjectReader, planDelivery } from "./read-objects.ts";

export interface DirectoryDelivery {
  readonly kind: DirectoryKind;
  readonly lines: readonly DeliveredLine[];
  /**
   * A whole reading of the kind, in one part or several: what it does not name is gone when its last part is stored.
   * Absent means changes: objects are merged into what is known, and one with `@removed` is gone. A part that must
   * follow another one is refused when there is none that it could follow.
   */
  readonly walk?: { readonly first: boolean; readonly last: boolean; readonly mustBeOpen?: boolean } | undefined;
  /** The changes are of a second directory: a whole reading of the first does not forget what they name. */
  readonly beside?: boolean | undefined;
  readonly connectorType?: string | undefined;
  readonly also?: ((tx: DomainDb) => Promise<void>) | undefined;
}

export interface DirectoryReport {
  /** New objects and changed ones. */
  readonly accepted: number;
  /** Objects that say what was known. */
  readonly duplicates: number;
  readonly removed: number;
  readonly rejected: readonly RejectedLine[];
}

/** Objects are stored in transactions of about this long: nothing else can use the embedded engine meanwhile. */
const PACE = { targetMs: 30, min: 10, max: 10_000 };

/**
 * Takes a part of the directory, whoever brings it. A large delivery is stored in several transactions; `also` and the
 * end of a whole reading share the last one. A whole reading with a bad line removes nothing: an object that cannot be
 * read is not one that is gone.
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
  const landing = { delivery, reader, plan, at: clock(), limit: pacer.size };
  const total = { accepted: 0, duplicates: 0, removed: 0 };
  let walk: string | undefined;
  const store = async ({ objects, weight, isLast }: ObjectBatch): Promise<LandedBatch> => {
    let startedAt = 0;
    const landed = await db.transaction(async (tx) => {
      startedAt = monotonicMs();
      return landBatch(tx, landing, { objects, isLast, walk });
    });
    pacer.record(weight + landed.removed, monotonicMs() - startedAt);
    walk = landed.walk;
    total.accepted += landed.accepted;
    total.duplicates += landed.duplicates;
    total.removed += landed.removed;
    return landed;
  };
  for await (const batch of inBatches(lines, reader, pacer)) {
    let { isDone } = await store(batch);
    while (batch.isLast && !isDone) ({ isDone } = await store({ objects: [], weight: 0, isLast: true }));
  }
  return { ...total, rejected: reader.rejected };
}

interface Landing {
  readonly delivery: DirectoryDelivery;
  readonly reader: ObjectReader;
  readonly plan: PeoplePlan | undefined;
  readonly at: Date;
  /** How many unseen objects one transaction removes. */
  readonly limit: () => number;
}

interface LandedBatch {
  readonly walk: string;
  readonly accepted: number;
  readonly duplicates: number;
  readonly removed: number;
  /** Nothing is left to be removed. */
  readonly isDone: boolean;
}

interface BatchToLand {
  readonly objects: readonly DeliveredObject[];
  readonly isLast: boolean;
  /** The reading that the batches before belong to. */
  readonly walk: string | undefined;
}

async function landBatch(tx: DomainDb, landing: Landing, batch: BatchToLand): Promise<LandedBatch> {
  const { delivery, plan, at, limit } = landing;
  const { kind, walk } = delivery;
  const entered = await enter(tx, landing, batch);
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
  const versions = await land(tx, kind, { changed, gone, at, plan });
  await raiseVersions(tx, [...versions, ...(batch.isLast && isDone ? await finish(tx, landing) : [])]);
  const taken = batch.objects.filter(({ isRemoved }) => !isRemoved).length;
  return {
    walk: entered.walk,
    accepted: changed.length,
    duplicates: taken - changed.length,
    removed: gone.length,
    isDone,
  };
}

/** Joins the reading that the delivery belongs to, or begins it. */
async function enter(tx: DomainDb, { delivery, reader, at }: Landing, batch: BatchToLand): Promise<Walk> {
  const { kind, walk } = delivery;
  const isFirst = batch.walk === undefined;
  const isSpoiled = walk !== undefined && reader.rejected.length > 0;
  const entered = await enterWalk(tx, kind, { part: walk && { first: walk.first && isFirst }, isSpoiled, at });
  if (isFirst) checkFollows(delivery, entered.wasOpen);
  else if (walk) checkSameWalk(batch.walk, entered.walk);
  return entered;
}

/** Stores what belongs to the end of the delivery; returns what that changes. */
async function finish(tx: DomainDb, { delivery, at }: Landing): Promise<readonly Versioned[]> {
  const { kind, walk, connectorType, also } = delivery;
  if (walk?.last) await closeWalk(tx, kind);
  if (connectorType !== undefined) await recordConnectorSuccess(tx, connectorType, at);
  await also?.(tx);
  return connectorType === undefined ? [] : ["integrations"];
}

function checkFollows({ walk }: DirectoryDelivery, wasOpen: boolean): void {
  if (!walk?.mustBeOpen || walk.first || wasOpen) return;
  throw new Failure("invalid_parameter", "no part=first came before this part; begin with part=first", {
    param: "part",
  });
}

/** Another whole reading that begins between two parts would take the objects of this one for its own. */
function checkSameWalk(own: string | undefined, entered: string): void {
  if (own === entered) return;
  throw new Failure("unavailable", "another snapshot of this kind came in between; send the same again", {}, RETRY);
}

const RETRY = { "retry-after": "1" };

const markOf = ({ beside }: DirectoryDelivery, walk: string): string => (beside ? OUTSIDE_WALKS : walk);

const idsOf = (objects: readonly DeliveredObject[]): readonly string[] => objects.map(({ objectId }) => objectId);

/**
 * A change names only what has changed. An object that changes have made longer than a line may be starts anew with the
 * last of them, or somebody could make it grow without end.
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

/** Directory objects that say what services are and may do. */
const SERVICE_KINDS: ReadonlySet<DirectoryKind> = new Set<DirectoryKind>([
  "service-principals",
  "app-role-assignments",
  "delegated-grants",
  "credentials",
  "owners",
]);

interface LandedObjects {
  readonly changed: readonly DirectoryObject[];
  readonly gone: readonly string[];
  readonly at: Date;
  readonly plan: PeoplePlan | undefined;
}

async function land(
  tx: DomainDb,
  kind: DirectoryKind,
  { changed, gone, at, plan }: LandedObjects,
): Promise<readonly Versioned[]> {
  const resources: readonly ReadinessResource[] = SERVICE_KINDS.has(kind) ? ["nhi", "nhi-clusters"] : ["personas"];
  const isNoted = changed.length > 0 && (await recordDirectoryDelivery(tx, resources, at));
  const noted: readonly Versioned[] = isNoted ? ["readiness"] : [];
  if (kind === "service-principals") await landServices(tx, changed);
  if (kind !== "users") return noted;
  const landed = await landUsers(tx, changed, at, plan);
  const retired = await retireUsers(tx, gone, at);
  return [...landed, ...(retired > 0 ? (["users"] as const) : []), ...noted];
}
