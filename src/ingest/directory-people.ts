import { toGuid, toIdentifier, toSam, toSid, toUpn } from "../model/identifiers.ts";
import { readBoolean, readText, readTexts } from "../model/row-fields.ts";
import { renderUser, type User } from "../model/user.ts";
import type { DomainDb } from "../store/database.ts";
import type { DirectoryObject } from "../store/directory.ts";
import { type Alias, findAliasedUsers, provisionalTuid, saveAliases } from "../store/identities.ts";
import { findUsers, saveUsers } from "../store/users.ts";

const BATCH = 1_000;

/** Brings users of the directory into the user list; answers how many of them are new or changed. */
export async function landUsers(tx: DomainDb, objects: readonly DirectoryObject[], now: Date): Promise<number> {
  let changed = 0;
  for (let start = 0; start < objects.length; start += BATCH) {
    changed += await landBatch(tx, objects.slice(start, start + BATCH), now);
  }
  return changed;
}

async function landBatch(tx: DomainDb, objects: readonly DirectoryObject[], now: Date): Promise<number> {
  const people = objects.map(toPerson);
  const tuids = await tuidsOf(tx, people);
  const known = new Map((await findUsers(tx, [...tuids.values()])).map((user) => [user.tuid, user]));
  const users = people.flatMap((person) => {
    const tuid = tuids.get(person.objectId);
    return tuid === undefined ? [] : [toUser(tuid, person, known.get(tuid), now)];
  });
  const changed = users.filter((user) => {
    const before = known.get(user.tuid);
    return !before || rendered(before) !== rendered(user);
  });
  await saveUsers(tx, changed);
  await saveAliases(
    tx,
    people.flatMap((person) => aliasesOf(person, tuids.get(person.objectId) ?? "")),
  );
  return changed.length;
}

/** People that the directory no longer has stay in the list, with their history, as inactive. */
export async function retireUsers(tx: DomainDb, objectIds: readonly string[], now: Date): Promise<number> {
  const tuids = await findAliasedUsers(
    tx,
    objectIds.map((id) => `oid:${id}`),
  );
  const users = await findUsers(tx, [...tuids.values()]);
  const active = users.filter(({ isActive }) => isActive);
  await saveUsers(
    tx,
    active.map((user) => ({ ...user, isActive: false, updatedAt: now })),
  );
  return active.length;
}

const rendered = (user: User): string => renderUser("", { ...user, createdAt: EPOCH, updatedAt: EPOCH });
const EPOCH = new Date(0);

interface Person {
  readonly objectId: string;
  readonly upn: string;
  readonly name: string | null;
  readonly addresses: readonly string[];
  readonly isActive: boolean;
  readonly sids: readonly string[];
  readonly accounts: readonly string[];
}

function toPerson({ objectId, document }: DirectoryObject): Person {
  const read = (path: string) => readText(document, path);
  const proxies = readTexts(document, "proxyAddresses").flatMap((text) => /^smtp:(.+)$/i.exec(text)?.[1] ?? []);
  const addresses = [read("mail"), ...readTexts(document, "otherMails"), ...proxies].flatMap((text) =>
    text !== null && toUpn(text) ? [text] : [],
  );
  const account = read("onPremisesSamAccountName");
  return {
    objectId,
    upn: (read("userPrincipalName") ?? addresses[0] ?? objectId).slice(0, 320),
    name: read("displayName")?.slice(0, 256) ?? null,
    addresses: uniqueAddresses(addresses).slice(0, 100),
    isActive: readBoolean(document, "accountEnabled") ?? true,
    sids: ["onPremisesSecurityIdentifier", "securityIdentifier"].flatMap((path) => toSid(read(path)) ?? []),
    accounts: [toSam(read("onPremisesDomainName"), account), toSam(null, account)].flatMap((sam) => sam ?? []),
  };
}

function uniqueAddresses(addresses: readonly string[]): readonly string[] {
  const seen = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  return [...seen.values()];
}

function toUser(tuid: string, person: Person, before: User | undefined, now: Date): User {
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

const upnKey = (upn: string): string => `upn:${upn.toLowerCase()}`;

/**
 * The user that each person is: the one with their object id; else the one known by their name, if nobody else in the
 * directory is that one; else a new one, with the id that rows about them would have given it.
 */
async function tuidsOf(tx: DomainDb, people: readonly Person[]): Promise<ReadonlyMap<string, string>> {
  const keys = people.flatMap((person) => [`oid:${person.objectId}`, upnKey(person.upn)]);
  const aliased = await findAliasedUsers(tx, keys);
  const addressed = await findAddressed(tx, people);
  const owners = await findOwners(tx, people, aliased, addressed);
  const taken = new Set<string>();
  const tuids = new Map<string, string>();
  for (const person of [...people].sort((a, b) => (a.objectId < b.objectId ? -1 : 1))) {
    const own = aliased.get(`oid:${person.objectId}`);
    const byName = [
      aliased.get(upnKey(person.upn)),
      addressed.get(person.upn.toLowerCase()),
      provisionalTuid(tx.domainId, upnKey(person.upn)),
    ];
    const free = byName.find((tuid) => tuid !== undefined && !taken.has(tuid) && isFree(owners.get(tuid), person));
    const tuid = own ?? free ?? provisionalTuid(tx.domainId, `oid:${person.objectId}`);
    taken.add(tuid);
    tuids.set(person.objectId, tuid);
  }
  return tuids;
}

const isFree = (owner: string | undefined, { objectId }: Person): boolean =>
  owner === undefined || owner === objectId.toLowerCase();

/** Users that came as finished records, by their principal name. */
async function findAddressed(tx: DomainDb, people: readonly Person[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ address: string; tuid: string }>(
    `select a.address, min(a.tuid::text) as tuid from user_addresses a
     join users u on u.domain_id = $1 and u.tuid = a.tuid and lower(u.user_principal_name) = a.address
     where a.domain_id = $1 and a.address = any($2::text[]) group by a.address`,
    [people.map(({ upn }) => upn.toLowerCase())],
  );
  return new Map(rows.map(({ address, tuid }) => [address, tuid]));
}

/** The object ids that users which are candidates have in the directory already. */
async function findOwners(
  tx: DomainDb,
  people: readonly Person[],
  ...candidates: readonly ReadonlyMap<string, string>[]
): Promise<ReadonlyMap<string, string>> {
  const tuids = [
    ...candidates.flatMap((known) => [...known.values()]),
    ...people.map(({ upn }) => provisionalTuid(tx.domainId, upnKey(upn))),
  ];
  const rows = await tx.query<{ tuid: string; owner: string }>(
    `select tuid, max(substr(alias, 5)) as owner from identity_aliases
     where domain_id = $1 and subject = any($2::text[]) and alias like 'oid:%' group by tuid`,
    [[...new Set(tuids)]],
  );
  return new Map(rows.map(({ tuid, owner }) => [tuid, owner]));
}

function aliasesOf(person: Person, tuid: string): readonly Alias[] {
  const alias = (text: string, isStrong: boolean): Alias => ({
    alias: text.slice(0, 340),
    kind: "user",
    subject: tuid,
    tuid,
    name: person.name,
    isStrong,
  });
  return [
    alias(`oid:${person.objectId}`, true),
    alias(upnKey(person.upn), true),
    ...person.sids.map((sid) => alias(`sid:${sid}`, true)),
    ...person.addresses.map((address) => alias(upnKey(address), false)),
    ...person.accounts.map((sam, index) => alias(`sam:${sam}`, index === 0 && sam.includes("\\"))),
  ];
}

/** The names that a service principal goes by in rows: its own id and that of its application. */
export async function landServices(tx: DomainDb, objects: readonly DirectoryObject[]): Promise<void> {
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
