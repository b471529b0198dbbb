import { toListedNhi } from "../../model/identity/listed-service.ts";
import { readService } from "../../model/identity/read-service.ts";
import { type Nhi, renderNhi } from "../../model/nhi.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { DirectoryObject } from "../../store/people/directory.ts";
import {
  findImportedPrincipals,
  findNhiById,
  findRemovedNhi,
  nuidOf,
  removeNhi,
  saveListedNhi,
} from "../../store/people/listed-nhi.ts";

const subjectOf = (objectId: string): string => `oid:${objectId}`;

/** Adds service principals to the NHI list, or updates them there. Those that an imported record describes are left out. */
export async function listServices(tx: DomainDb, objects: readonly DirectoryObject[], now: Date): Promise<void> {
  if (objects.length === 0) return;
  const imported = await findImportedPrincipals(
    tx,
    objects.map(({ objectId }) => objectId),
  );
  const own = objects
    .filter(({ objectId }) => !imported.has(objectId))
    .map(({ objectId, document }) => ({ nuid: nuidOf(tx.domainId, subjectOf(objectId)), objectId, document }));
  const nuids = own.map(({ nuid }) => nuid);
  const [known, removed] = [await findNhiById(tx, nuids), await findRemovedNhi(tx, nuids)];
  const listed = own.map(({ nuid, objectId, document }) =>
    toListedNhi(nuid, readService(objectId, document), known.get(nuid), now),
  );
  await saveListedNhi(
    tx,
    listed.filter((nhi) => removed.has(nhi.nuid) || !isSame(known.get(nhi.nuid), nhi)),
  );
}

const isSame = (before: Nhi | undefined, nhi: Nhi): boolean =>
  before !== undefined && before.appId === nhi.appId && renderNhi(before) === renderNhi(nhi);

/** Removes service principals that the directory no longer has from the NHI list. */
export async function delistServices(tx: DomainDb, objectIds: readonly string[], now: Date): Promise<void> {
  await removeNhi(
    tx,
    objectIds.map((id) => nuidOf(tx.domainId, subjectOf(id))),
    now,
  );
}
