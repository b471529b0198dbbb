import { type Nhi, renderNhi } from "../../model/nhi.ts";
import { nameId } from "../../runtime/ids.ts";
import type { DomainDb } from "../database/database.ts";
import { NHI_COLUMNS, type NhiRow, saveNhi, toNhi } from "./nhi.ts";

/** Returns the id of a non-human identity of the directory or of rows, derived from its subject, such as `oid:…`. */
export const nuidOf = (domainId: string, subject: string): string => nameId(domainId, `nhi:${subject}`);

export interface KnownNhi {
  readonly item: Nhi;
  readonly isRemoved: boolean;
}

/** Reads identities by id, removed ones included. */
export async function findNhiById(db: DomainDb, nuids: readonly string[]): Promise<ReadonlyMap<string, KnownNhi>> {
  const rows = await db.query<NhiRow & { is_removed: boolean }>(
    `select ${NHI_COLUMNS}, i.removed_at is not null as is_removed from nhi i
     where i.domain_id = $1 and i.nuid = any($2::uuid[])`,
    [nuids],
  );
  return new Map(rows.map((row) => [row.nuid, { item: toNhi(row), isRemoved: row.is_removed }]));
}

/** Whether an identity has to be stored: it is not listed, or was listed with other content. */
export const hasToBeListed = (before: KnownNhi | undefined, nhi: Nhi): boolean =>
  before === undefined ||
  before.isRemoved ||
  before.item.principalId !== nhi.principalId ||
  before.item.appId !== nhi.appId ||
  renderNhi(before.item) !== renderNhi(nhi);

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
