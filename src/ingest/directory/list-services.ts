import { toListedNhi } from "../../model/identity/listed-service.ts";
import { readService } from "../../model/identity/read-service.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { DirectoryObject } from "../../store/people/directory.ts";
import { findDescribed } from "../../store/people/imported-nhi.ts";
import { findNhiById, hasToBeListed, nuidOf, removeNhi, saveListedNhi } from "../../store/people/listed-nhi.ts";

const subjectOf = (objectId: string): string => `oid:${objectId}`;

/** Adds service principals to the NHI list, or updates them there. Those that an imported record describes are left out. */
export async function listServices(tx: DomainDb, objects: readonly DirectoryObject[], now: Date): Promise<void> {
  if (objects.length === 0) return;
  const services = objects.map(({ objectId, document }) => {
    const service = readService(objectId, document);
    return { nuid: nuidOf(tx.domainId, subjectOf(objectId)), principalId: objectId, appId: service.appId, service };
  });
  const described = await findDescribed(tx, services);
  await removeNhi(tx, [...described], now);
  const own = services.filter(({ nuid }) => !described.has(nuid));
  const known = await findNhiById(
    tx,
    own.map(({ nuid }) => nuid),
  );
  const listed = own.map(({ nuid, service }) => toListedNhi(nuid, service, known.get(nuid)?.item, now));
  await saveListedNhi(
    tx,
    listed.filter((nhi) => hasToBeListed(known.get(nhi.nuid), nhi)),
  );
}

/** Removes service principals that the directory no longer has from the NHI list. */
export async function delistServices(tx: DomainDb, objectIds: readonly string[], now: Date): Promise<void> {
  await removeNhi(
    tx,
    objectIds.map((id) => nuidOf(tx.domainId, subjectOf(id))),
    now,
  );
}
