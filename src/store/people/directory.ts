import type { DirectoryKind } from "../../model/directory-kind.ts";
import { newId } from "../../runtime/ids.ts";
import type { DomainDb } from "../database/database.ts";

/** One object of the directory, as it was last delivered. */
export interface DirectoryObject {
  readonly objectId: string;
  readonly document: Readonly<Record<string, unknown>>;
}

interface StoredObject {
  readonly object_id: string;
  readonly document: string;
}

const toObject = ({ object_id, document }: StoredObject): DirectoryObject => ({
  objectId: object_id,
  document: JSON.parse(document) as Readonly<Record<string, unknown>>,
});

/** Reads objects of a kind in id order, page by page. */
export async function readDirectory(
  db: DomainDb,
  kind: DirectoryKind,
  after: string,
  limit: number,
): Promise<readonly DirectoryObject[]> {
  const rows = await db.query<StoredObject>(
    `select object_id, document from directory_objects where domain_id = $1 and kind = $2 and object_id > $3
     order by object_id limit $4`,
    [kind, after, limit],
  );
  return rows.map(toObject);
}

/** Reads the ids of objects of a kind in order, page by page. */
export async function readDirectoryIds(
  db: DomainDb,
  kind: DirectoryKind,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.query<{ object_id: string }>(
    `select object_id from directory_objects where domain_id = $1 and kind = $2 and object_id > $3
     order by object_id limit $4`,
    [kind, after, limit],
  );
  return rows.map(({ object_id }) => object_id);
}

/** Returns the kinds that have ever been delivered. */
export async function readDeliveredKinds(db: DomainDb): Promise<ReadonlySet<DirectoryKind>> {
  const rows = await db.query<{ kind: DirectoryKind }>("select kind from directory_walks where domain_id = $1");
  return new Set(rows.map(({ kind }) => kind));
}

export async function findDirectoryObjects(
  db: DomainDb,
  kind: DirectoryKind,
  objectIds: readonly string[],
): Promise<readonly DirectoryObject[]> {
  const rows = await db.query<StoredObject>(
    "select object_id, document from directory_objects where domain_id = $1 and kind = $2 and object_id = any($3::text[])",
    [kind, objectIds],
  );
  return rows.map(toObject);
}

/** The key of the advisory lock; the same in every process. */
const DIRECTORY_LOCK = 61_140_929;

/** One complete listing of a kind of directory object, delivered in parts; what it does not contain was deleted. */
export interface Walk {
  readonly walk: string;
  /** A part of it could not be parsed, so that nothing may be deleted at its end. */
  readonly isSpoiled: boolean;
  /** It had begun before and had not ended. */
  readonly wasOpen: boolean;
}

/** A delivery: a part of a walk, or changes outside of one. */
export interface WalkStep {
  readonly part?: { readonly first: boolean } | undefined;
  readonly isSpoiled: boolean;
  readonly at: Date;
}

/**
 * Returns the walk that a delivery belongs to, a new one or the one in progress, and locks the kind until the
 * transaction ends.
 */
export async function enterWalk(tx: DomainDb, kind: DirectoryKind, { part, isSpoiled, at }: WalkStep): Promise<Walk> {
  await tx.query(
    `select true from (select pg_advisory_xact_lock(hashtextextended($1::uuid::text || $2, ${DIRECTORY_LOCK}))) held`,
    [kind],
  );
  const [before] = await tx.query<{ is_open: boolean }>(
    "select is_open from directory_walks where domain_id = $1 and kind = $2",
    [kind],
  );
  const [row] = await tx.query<{ walk: string; is_spoiled: boolean }>(
    `insert into directory_walks as w (domain_id, kind, walk, started_at, is_spoiled, is_open)
     values ($1, $2, $3, $4, $6, coalesce($7::boolean, false))
     on conflict (domain_id, kind) do update
     set walk = case when $5::boolean then excluded.walk else w.walk end,
       started_at = case when $5::boolean then excluded.started_at else w.started_at end,
       is_spoiled = excluded.is_spoiled or (w.is_spoiled and not $5::boolean),
       is_open = coalesce($7::boolean, w.is_open)
     returning walk, is_spoiled`,
    [kind, newId(), at, part?.first ?? false, isSpoiled, part ? true : null],
  );
  if (!row) throw new Error("the directory walk could not be stored");
  return { walk: row.walk, isSpoiled: row.is_spoiled, wasOpen: before?.is_open ?? false };
}

/** Ends the walk in progress after its last part was stored. */
export async function closeWalk(tx: DomainDb, kind: DirectoryKind): Promise<void> {
  await tx.execute("update directory_walks set is_open = false where domain_id = $1 and kind = $2", [kind]);
}

export interface ChangedObjects {
  /** New ones, and ones with another content than before. */
  readonly changed: readonly DirectoryObject[];
  readonly unchanged: number;
}

/** Inserts or updates objects; returns those that changed. */
export async function saveDirectoryObjects(
  tx: DomainDb,
  kind: DirectoryKind,
  objects: readonly DirectoryObject[],
  { walk, at }: { readonly walk: string; readonly at: Date },
): Promise<ChangedObjects> {
  if (objects.length === 0) return { changed: [], unchanged: 0 };
  const rows = await tx.query<{ object_id: string }>(
    `with given as (
       select * from unnest($3::text[], $4::text[]) as given (object_id, document)),
     known as materialized (
       select o.object_id from given cross join lateral (
         select object_id, document from directory_objects
         where domain_id = $1 and kind = $2 and object_id = given.object_id offset 0) o
       where o.document = given.document),
     same as (
       update directory_objects o set walk = $5
       where o.domain_id = $1 and o.kind = $2 and o.object_id = any(array(select object_id from known))
       returning o.object_id)
     insert into directory_objects (domain_id, kind, object_id, document, walk, updated_at)
     select $1, $2, object_id, document, $5, $6 from given where object_id not in (select object_id from same)
     on conflict (domain_id, kind, object_id) do update
     set document = excluded.document, walk = excluded.walk, updated_at = excluded.updated_at
     returning object_id`,
    [kind, objects.map(({ objectId }) => objectId), objects.map(({ document }) => JSON.stringify(document)), walk, at],
  );
  const changed = new Set(rows.map(({ object_id }) => object_id));
  return {
    changed: objects.filter(({ objectId }) => changed.has(objectId)),
    unchanged: objects.length - changed.size,
  };
}

/** The walk of objects from a source without complete listings: no walk of another source deletes them. */
export const OUTSIDE_WALKS = "00000000-0000-0000-0000-000000000000";

/** Deletes up to `limit` objects that a finished walk did not contain; returns their ids. */
export async function removeUnseen(
  tx: DomainDb,
  kind: DirectoryKind,
  walk: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await tx.query<{ object_id: string }>(
    `delete from directory_objects where domain_id = $1 and kind = $2 and object_id = any(array(
       select object_id from directory_objects
       where domain_id = $1 and kind = $2 and walk <> all(array[$3, $4]::uuid[]) limit $5))
     returning object_id`,
    [kind, walk, OUTSIDE_WALKS, limit],
  );
  return rows.map(({ object_id }) => object_id);
}

/** Deletes objects; returns the ids of those that existed. */
export async function removeDirectoryObjects(
  tx: DomainDb,
  kind: DirectoryKind,
  objectIds: readonly string[],
): Promise<readonly string[]> {
  if (objectIds.length === 0) return [];
  const rows = await tx.query<{ object_id: string }>(
    `delete from directory_objects where domain_id = $1 and kind = $2 and object_id = any($3::text[])
     returning object_id`,
    [kind, objectIds],
  );
  return rows.map(({ object_id }) => object_id);
}
