import { isUuid } from "../../model/text/uuid.ts";
import type { Database, DomainDb, SystemDb } from "../database/database.ts";

/** What is removed when the deletion of a domain begins. */
export interface RemovedAccess {
  readonly keys: number;
  readonly connectors: number;
  /** The accounts that were members. */
  readonly memberIds: readonly string[];
}

/** Marks the domain as being deleted; false if it is marked already or does not exist. */
export async function markDeletion(tx: DomainDb, at: Date): Promise<boolean> {
  const marked = await tx.execute(
    `update domains set deletion_started_at = $2, external_api_disabled = true
     where domain_id = $1 and deletion_started_at is null`,
    [at],
  );
  if (marked === 1) tx.markChanged("access");
  return marked === 1;
}

/** Returns whether the domain is marked as being deleted, or is gone: nothing may be stored for it any more. */
export async function isBeingDeleted(tx: DomainDb): Promise<boolean> {
  const found = await tx.query("select from domains where domain_id = $1 and deletion_started_at is null");
  return found.length === 0;
}

/** Deletes the keys, members and connectors of the domain, with their digests and secrets. */
export async function removeAccess(tx: DomainDb): Promise<RemovedAccess> {
  // Connectors first and before their settings, as every other writer of both.
  await tx.query("select connector_type from connectors where domain_id = $1 order by connector_type for update");
  await tx.execute("delete from connector_settings where domain_id = $1");
  const connectors = await tx.execute("delete from connectors where domain_id = $1");
  await tx.execute("delete from key_directory where domain_id = $1");
  const members = await tx.query<{ account_id: string }>(
    "delete from memberships where domain_id = $1 returning account_id",
  );
  const keys = await tx.execute("delete from api_keys where domain_id = $1");
  tx.markChanged("access", "integrations");
  return { keys, connectors, memberIds: members.map((row) => row.account_id) };
}

/** Returns whether every transaction that was in progress at the first call has ended; pass its result to later calls. */
export async function olderTransactions(db: SystemDb, barrier: string | undefined) {
  const [row] = await db.query<{ barrier: string; ended: boolean }>(
    `select coalesce($1, pg_snapshot_xmax(pg_current_snapshot())::text) as barrier,
       pg_snapshot_xmin(pg_current_snapshot())::text::numeric
         >= coalesce($1, pg_snapshot_xmax(pg_current_snapshot())::text)::numeric as ended`,
    [barrier ?? null],
  );
  return { barrier: row?.barrier, ended: row?.ended ?? true };
}

/** Tables that stay until the end: what the domain's row is referred to by, and its audit log, which is kept for good. */
const KEPT = ["domains", "key_directory", "deleted_domains", "resource_versions", "readiness"];
const AUDIT = ["audit_entries", "audit_heads"];

/** Returns the tables with rows of domains, each before those that it refers to. */
export async function listDomainTables(db: SystemDb): Promise<readonly string[]> {
  const rows = await db.query<{ name: string; refers_to: readonly string[] }>(
    `select c.relname::text as name,
       array(select f.confrelid::regclass::text from pg_constraint f
         where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as refers_to
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> all($1)
     order by c.relname`,
    [[...KEPT, ...AUDIT]],
  );
  const left = new Map(rows.map(({ name, refers_to }) => [name, refers_to]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const referred = new Set([...left.values()].flat());
    const free = [...left.keys()].filter((name) => !referred.has(name));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(", ")}`);
    ordered.push(...free);
    for (const name of free) left.delete(name);
  }
  return ordered;
}

/** Deletes up to `limit` rows of the domain from a table of `listDomainTables`; returns how many. */
export function deleteRows(db: DomainDb, table: string, limit: number): Promise<number> {
  return db.execute(
    `delete from "${table}" where domain_id = $1
       and ctid = any(array(select ctid from "${table}" where domain_id = $1 limit $2))`,
    [limit],
  );
}

/** Deletes the domain itself and remembers its name. Everything else of it must be gone. */
export async function removeDomain(tx: DomainDb, at: Date): Promise<void> {
  await tx.execute("delete from readiness where domain_id = $1");
  await tx.execute("delete from resource_versions where domain_id = $1");
  const removed = await tx.execute(
    `with gone as (delete from domains where domain_id = $1 returning domain_id, name, created_at)
     insert into deleted_domains (domain_id, name, created_at, deleted_at)
     select domain_id, name, created_at, $2 from gone`,
    [at],
  );
  if (removed !== 1) throw new Error("the domain was not deleted");
}

/** A domain that was deleted; its audit log is kept under its id. */
export interface DeletedDomain {
  readonly domainId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly deletedAt: Date;
}

/** Returns every domain that was deleted, by name and then by the time of its deletion. */
export async function listDeletedDomains(db: SystemDb): Promise<readonly DeletedDomain[]> {
  const rows = await db.query<{ domain_id: string; name: string; created_at: Date; deleted_at: Date }>(
    "select domain_id, name, created_at, deleted_at from deleted_domains order by name, deleted_at, domain_id",
  );
  return rows.map((row) => ({
    domainId: row.domain_id,
    name: row.name,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  }));
}

/** Returns the id of the domain that has this id or last had this name, deleted or not. */
export async function findDomainIdEver(database: Database, nameOrId: string): Promise<string | undefined> {
  const [row] = await database.system.query<{ domain_id: string }>(
    `select domain_id from (
       select domain_id, name, 'infinity'::timestamptz as until from domains
       union all select domain_id, name, deleted_at from deleted_domains
     ) known where name = $1 or domain_id = $2::uuid order by domain_id = $2::uuid desc nulls last, until desc limit 1`,
    [nameOrId, isUuid(nameOrId) ? nameOrId : null],
  );
  return row?.domain_id;
}
