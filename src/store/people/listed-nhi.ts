import type { Nhi } from "../../model/nhi.ts";
import { nameId } from "../../runtime/ids.ts";
import type { DomainDb } from "../database/database.ts";
import { NHI_COLUMNS, type NhiRow, saveNhi, toNhi } from "./nhi.ts";

/** Returns the id of a non-human identity of the directory or of rows, derived from its subject, such as `oid:…`. */
export const nuidOf = (domainId: string, subject: string): string => nameId(domainId, `nhi:${subject}`);

/** Reads identities by id, removed ones included. */
export async function findNhiById(db: DomainDb, nuids: readonly string[]): Promise<ReadonlyMap<string, Nhi>> {
  const rows = await db.query<NhiRow>(
    `select ${NHI_COLUMNS} from nhi i where i.domain_id = $1 and i.nuid = any($2::uuid[])`,
    [nuids],
  );
  return new Map(rows.map((row) => [row.nuid, toNhi(row)]));
}

/** Returns the principals that an imported record describes, among these. */
export async function findImportedPrincipals(
  db: DomainDb,
  principalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ nuid: string; principal_id: string }>(
    `select nuid, lower(principal_id) as principal_id from nhi
     where domain_id = $1 and lower(principal_id) = any($2::text[]) and removed_at is null`,
    [principalIds],
  );
  const imported = rows.filter(({ nuid, principal_id }) => nuid !== nuidOf(db.domainId, `oid:${principal_id}`));
  return new Set(imported.map(({ principal_id }) => principal_id));
}

/** Stores identities of the directory, which lists them again if they were removed. */
export async function saveListedNhi(tx: DomainDb, identities: readonly Nhi[]): Promise<void> {
  if (identities.length === 0) return;
  await saveNhi(tx, identities);
  await tx.execute(
    "update nhi set removed_at = null where domain_id = $1 and nuid = any($2::uuid[]) and removed_at is not null",
    [identities.map(({ nuid }) => nuid)],
  );
}

/** Removes identities from the list; they keep their place in it. */
export async function removeNhi(tx: DomainDb, nuids: readonly string[], at: Date): Promise<void> {
  if (nuids.length === 0) return;
  const removed = await tx.execute(
    "update nhi set removed_at = $3 where domain_id = $1 and nuid = any($2::uuid[]) and removed_at is null",
    [nuids, at],
  );
  if (removed > 0) tx.markChanged("nhi");
}

/** Returns which of these identities were removed from the list. */
export async function findRemovedNhi(db: DomainDb, nuids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ nuid: string }>(
    "select nuid from nhi where domain_id = $1 and nuid = any($2::uuid[]) and removed_at is not null",
    [nuids],
  );
  return new Set(rows.map(({ nuid }) => nuid));
}
