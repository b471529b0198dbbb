import { toGuid, toIdentifier, toUpn } from "../../model/rows/identifiers.ts";
import { readText } from "../../model/rows/row-fields.ts";
import { renderUser, type User } from "../../model/user.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { acquirePipelineLock } from "../../store/database/pipeline-lock.ts";
import type { DirectoryObject } from "../../store/people/directory.ts";
import { type Alias, findAliasedUsers, saveAliases } from "../../store/people/identities.ts";
import { hasSameMention, refreshMentions } from "../../store/people/user-mentions.ts";
import { findUsers, saveUsers } from "../../store/people/users.ts";
import { type DirectoryPerson, namesOf, toPerson } from "./directory-person.ts";
import { matchPeople, sharedNames } from "./match-people.ts";
import type { PeoplePlan } from "./people-plan.ts";

const BATCH = 1_000;

/**
 * Stores users of the directory in the user list and updates the cases and threats that name them. `plan` covers the
 * whole delivery if the objects are a part of it.
 */
export async function syncUsers(
  tx: DomainDb,
  objects: readonly DirectoryObject[],
  now: Date,
  plan?: PeoplePlan,
): Promise<void> {
  if (objects.length === 0) return;
  // A batch of rows in progress has resolved people by the users before this change.
  await acquirePipelineLock(tx);
  const people = objects.map(toPerson);
  const others = plan?.othersThan(people) ?? { taken: new Set(), shared: sharedNames(people) };
  const { tuids, orphaned } = await matchPeople(tx, people, others);
  for (let start = 0; start < people.length; start += BATCH) {
    await syncBatch(tx, people.slice(start, start + BATCH), { tuids, shared: others.shared }, now);
  }
  await deactivate(tx, orphaned, now);
}

async function syncBatch(
  tx: DomainDb,
  people: readonly DirectoryPerson[],
  { tuids, shared }: { readonly tuids: ReadonlyMap<string, string>; readonly shared: ReadonlySet<string> },
  now: Date,
): Promise<void> {
  const tuidOf = ({ objectId }: DirectoryPerson): string => tuids.get(objectId) ?? "";
  const known = new Map((await findUsers(tx, people.map(tuidOf))).map((user) => [user.tuid, user]));
  const users = people.map((person) => toUser(tuidOf(person), person, known.get(tuidOf(person)), now));
  const changed = users.filter((user) => {
    const before = known.get(user.tuid);
    return !before || rendered(before) !== rendered(user);
  });
  await saveUsers(tx, changed, now);
  await saveAliases(
    tx,
    people.flatMap((person) => aliasesOf(person, tuidOf(person)).filter((alias) => !isAmbiguous(alias, shared))),
  );
  const renamed = changed.filter((user) => {
    const before = known.get(user.tuid);
    return !before || !hasSameMention(before, user);
  });
  await refreshMentions(tx, renamed, now);
}

/** Deactivates the users of objects that the directory no longer has; they stay in the list with their history. */
export async function retireUsers(tx: DomainDb, objectIds: readonly string[], now: Date): Promise<void> {
  const tuids = await findAliasedUsers(
    tx,
    objectIds.map((id) => `oid:${id}`),
  );
  await deactivate(tx, [...tuids.values()], now);
}

async function deactivate(tx: DomainDb, tuids: readonly string[], now: Date): Promise<void> {
  const active = (await findUsers(tx, tuids)).filter(({ isActive }) => isActive);
  await saveUsers(
    tx,
    active.map((user) => ({ ...user, isActive: false, updatedAt: now })),
    now,
  );
}

const rendered = (user: User): string => renderUser("", { ...user, createdAt: EPOCH, updatedAt: EPOCH });
const EPOCH = new Date(0);

function toUser(tuid: string, person: DirectoryPerson, before: User | undefined, now: Date): User {
  return {
    tuid,
    externalId: person.objectId,
    name: person.name,
    userPrincipalName: person.upn,
    emailAddresses: person.addresses.length > 0 ? person.addresses : toUpn(person.upn) ? [person.upn] : [],
    groupGuid: before?.groupGuid ?? null,
    isActive: person.isActive,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
}

/** An account name that several people have, as in two domains with the same short name, identifies none of them. */
const isAmbiguous = ({ alias }: Alias, shared: ReadonlySet<string>): boolean =>
  alias.startsWith("sam:") && shared.has(alias);

const aliasesOf = (person: DirectoryPerson, tuid: string): readonly Alias[] =>
  namesOf(person).map(({ alias, isStrong }) => ({
    alias,
    kind: "user",
    subject: tuid,
    tuid,
    name: person.name,
    isStrong,
  }));

/** Stores the identifiers by which rows name a service principal: its own id and that of its application. */
export async function syncServices(tx: DomainDb, objects: readonly DirectoryObject[]): Promise<void> {
  const aliases = objects.flatMap(({ objectId, document }) => {
    const subject = `oid:${objectId}`;
    const appId = toGuid(readText(document, "appId")) ?? toIdentifier(readText(document, "appId"));
    const name = readText(document, "displayName")?.slice(0, 256) ?? null;
    const service = { kind: "service", subject, tuid: null, name } as const;
    return [
      { ...service, alias: subject, isStrong: true },
      ...(appId ? [{ ...service, alias: `app:${appId}`, isStrong: true }] : []),
    ];
  });
  await saveAliases(tx, aliases);
}
