import { WINDOW_DAYS } from "../../analysis/nhi/facts.ts";
import { rhythmOf } from "../../analysis/nhi/rhythm.ts";
import { accountEvidence, directoryPoints, isServiceAccount } from "../../analysis/nhi/service-account.ts";
import { totalUses } from "../../analysis/nhi/uses.ts";
import type { DirectoryService, DirectoryUser } from "../../model/identity/directory.ts";
import { readActivity } from "../../store/activity/activity-days.ts";
import { type ActiveIdentity, readActiveIdentities } from "../../store/activity/actors.ts";
import type { ValueNames } from "../../store/activity/value-names.ts";
import { findAliasedUsers } from "../../store/people/identities.ts";
import { nuidOf } from "../../store/people/listed-nhi.ts";
import type { AnalysisRun } from "./analysis-run.ts";

/** A non-human identity that is analyzed, with the keys by which rows name it. */
export interface NhiSubject {
  readonly nuid: string;
  readonly service: DirectoryService | null;
  readonly user: DirectoryUser | null;
  readonly name: string | null;
  readonly keys: readonly string[];
}

const CHUNK = 500;

export function* chunksOf<T>(items: readonly T[], size = CHUNK): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Returns the id of the user of each directory object. */
export async function readTuids(run: AnalysisRun): Promise<ReadonlyMap<string, string>> {
  const tuids = new Map<string, string>();
  for (const chunk of chunksOf(run.directory.users, 1_000)) {
    const found = await findAliasedUsers(
      run.db,
      chunk.map(({ objectId }) => `oid:${objectId}`),
    );
    for (const [alias, tuid] of found) tuids.set(alias.slice("oid:".length), tuid);
    await run.slice.pause();
  }
  return tuids;
}

/**
 * Returns everything that is analyzed as a non-human identity: services of the directory, user objects that are service
 * accounts, and services that rows name and the directory does not have.
 */
export async function listNhiSubjects(
  run: AnalysisRun,
  tuids: ReadonlyMap<string, string>,
  names: ValueNames,
): Promise<readonly NhiSubject[]> {
  const active = await readActiveIdentities(run.db);
  const { domainId } = run.db;
  const services = run.directory.services.map((service): NhiSubject => {
    const subject = `oid:${service.objectId}`;
    const own = service.appId ? [subject, `app:${service.appId.toLowerCase()}`] : [subject];
    return {
      nuid: nuidOf(domainId, subject),
      service,
      user: null,
      name: null,
      keys: keysOf(active.get(subject), own),
    };
  });
  const known = new Set(services.map(({ service }) => `oid:${service?.objectId}`));
  const unknown = [...active.values()]
    .filter(({ kind, subject, tuid }) => kind === "service" && tuid === null && !known.has(subject))
    .map(
      (identity): NhiSubject => ({
        nuid: nuidOf(domainId, identity.subject),
        service: null,
        user: null,
        name: identity.name,
        keys: identity.keys,
      }),
    );
  return [...services, ...(await serviceAccounts(run, active, tuids, names)), ...unknown];
}

const keysOf = (active: ActiveIdentity | undefined, own: readonly string[]): readonly string[] =>
  [...new Set([...own, ...(active?.keys ?? [])])].sort();

/** Returns the user objects that are service accounts. Activity is read only of those that the directory suggests. */
async function serviceAccounts(
  run: AnalysisRun,
  active: ReadonlyMap<string, ActiveIdentity>,
  tuids: ReadonlyMap<string, string>,
  names: ValueNames,
): Promise<readonly NhiSubject[]> {
  const found: NhiSubject[] = [];
  const suggested = run.directory.users.filter((user) => directoryPoints(user) > 0);
  for (const chunk of chunksOf(suggested)) {
    const subjects = chunk.flatMap((user): readonly NhiSubject[] => {
      const tuid = tuids.get(user.objectId);
      if (tuid === undefined) return [];
      const own = [
        `oid:${user.objectId}`,
        ...(user.userPrincipalName ? [`upn:${user.userPrincipalName.toLowerCase()}`] : []),
      ];
      const nuid = nuidOf(run.db.domainId, tuid);
      return [{ nuid, service: null, user, name: null, keys: keysOf(active.get(tuid), own) }];
    });
    const activity = await readActivity(
      run.db,
      subjects.map(({ nuid, keys }) => ({ id: nuid, keys })),
      run.day - WINDOW_DAYS,
      run.day,
      names,
    );
    for (const subject of subjects) {
      await run.slice.pause();
      const uses = totalUses(activity.get(subject.nuid) ?? [], run.day);
      const rhythm = uses.calls > 0 ? rhythmOf(uses.window, run.day) : null;
      if (subject.user && isServiceAccount(accountEvidence(subject.user, uses, rhythm))) found.push(subject);
    }
  }
  return found;
}
