import type { DirectoryKind } from "../model/directory-kind.ts";
import { Failure } from "../model/failure.ts";
import type { ReadinessResource, Versioned } from "../model/vocabulary.ts";
import type { Clock } from "../runtime/clock.ts";
import { noteConnectorSuccess } from "../store/connectors.ts";
import type { DomainDb, DomainHandle } from "../store/database.ts";
import {
  BESIDE_WALKS,
  type DirectoryObject,
  enterWalk,
  findDirectoryObjects,
  removeDirectoryObjects,
  removeUnseen,
  saveDirectoryObjects,
} from "../store/directory.ts";
import { noteDirectory } from "../store/readiness.ts";
import { raiseVersions } from "../store/versions.ts";
import { landServices, landUsers, retireUsers } from "./directory-people.ts";
import { type ToldObject, toldObjects } from "./directory-shapes.ts";
import { type DeliveredLine, eachRecord, type RejectedLine } from "./prepare-rows.ts";

export interface DirectoryDelivery {
  readonly kind: DirectoryKind;
  readonly lines: Iterable<DeliveredLine>;
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

/**
 * Takes a part of the directory, whoever brings it, in one transaction. A whole reading with a bad line removes
 * nothing: an object that cannot be read is not one that is gone.
 */
export async function ingestDirectory(
  db: DomainHandle,
  clock: Clock,
  delivery: DirectoryDelivery,
): Promise<DirectoryReport> {
  const { kind, walk, connectorType, also } = delivery;
  const rejected: RejectedLine[] = [];
  const told = new Map<string, ToldObject>();
  eachRecord(delivery.lines, rejected, (record) => {
    for (const object of toldObjects(kind, record)) told.set(object.objectId, object);
  });
  const at = clock();
  return db.transaction(async (tx) => {
    const isSpoiled = walk !== undefined && rejected.length > 0;
    const entered = await enterWalk(tx, kind, { part: walk, isSpoiled, at });
    checkFollows(delivery, entered.wasOpen);
    const named = [...told.values()];
    const kept = named.filter(({ isRemoved }) => !isRemoved);
    const objects = walk ? kept : await merged(tx, kind, kept);
    const mark = { walk: markOf(delivery, entered.walk), at };
    const { changed, unchanged } = await saveDirectoryObjects(tx, kind, objects, mark);
    const isComplete = walk?.last === true && !entered.isSpoiled;
    const gone = [
      ...(await removeDirectoryObjects(tx, kind, idsOf(named.filter(({ isRemoved }) => isRemoved)))),
      ...(isComplete ? await removeUnseen(tx, kind, entered.walk) : []),
    ];
    const versions = await land(tx, kind, changed, gone, at);
    if (connectorType !== undefined) await noteConnectorSuccess(tx, connectorType, at);
    await also?.(tx);
    await raiseVersions(tx, [...versions, ...(connectorType === undefined ? [] : (["integrations"] as const))]);
    return { accepted: changed.length, duplicates: unchanged, removed: gone.length, rejected };
  });
}

function checkFollows({ walk }: DirectoryDelivery, wasOpen: boolean): void {
  if (!walk?.mustBeOpen || walk.first || wasOpen) return;
  throw new Failure("invalid_parameter", "no part=first came before this part; begin with part=first", {
    param: "part",
  });
}

const markOf = ({ beside }: DirectoryDelivery, walk: string): string => (beside ? BESIDE_WALKS : walk);

const idsOf = (objects: readonly ToldObject[]): readonly string[] => objects.map(({ objectId }) => objectId);

/** A change names only what has changed. */
async function merged(
  tx: DomainDb,
  kind: DirectoryKind,
  objects: readonly ToldObject[],
): Promise<readonly DirectoryObject[]> {
  const known = new Map(
    (await findDirectoryObjects(tx, kind, idsOf(objects))).map((object) => [object.objectId, object]),
  );
  return objects.map(({ objectId, document }) => ({
    objectId,
    document: { ...known.get(objectId)?.document, ...document },
  }));
}

/** Directory objects that say what services are and may do. */
const SERVICE_KINDS: ReadonlySet<DirectoryKind> = new Set<DirectoryKind>([
  "service-principals",
  "app-role-assignments",
  "delegated-grants",
  "credentials",
  "owners",
]);

async function land(
  tx: DomainDb,
  kind: DirectoryKind,
  changed: readonly DirectoryObject[],
  gone: readonly string[],
  at: Date,
): Promise<readonly Versioned[]> {
  const resources: readonly ReadinessResource[] = SERVICE_KINDS.has(kind) ? ["nhi", "nhi-clusters"] : ["personas"];
  const isNoted = changed.length > 0 && (await noteDirectory(tx, resources, at));
  const noted: readonly Versioned[] = isNoted ? ["readiness"] : [];
  if (kind === "service-principals") await landServices(tx, changed);
  if (kind !== "users") return noted;
  const landed = await landUsers(tx, changed, at);
  const retired = await retireUsers(tx, gone, at);
  return [...landed, ...(retired > 0 ? (["users"] as const) : []), ...noted];
}
