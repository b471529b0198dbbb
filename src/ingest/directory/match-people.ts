import type { DomainDb } from "../../store/database/database.ts";
import { findAliasedUsers, provisionalTuid } from "../../store/people/identities.ts";
import { type CandidateUser, findCandidateUsers } from "../../store/people/user-candidates.ts";
import { type DirectoryPerson, namesOf, upnKey } from "./directory-person.ts";

/** How many people are looked up at a time: few enough that nobody waits long for the embedded engine. */
const BATCH = 200;
const UPN = "upn:";

export interface MatchedPeople {
  /** The user that each person is, by object id. */
  readonly tuids: ReadonlyMap<string, string>;
  /** Users whom rows took for one of these people under another name, and who are nobody's now. */
  readonly leftOver: readonly string[];
}

/** What is known of the other people of the same delivery. */
export interface OtherPeople {
  /** Users that they are. */
  readonly taken: ReadonlySet<string>;
  /** Names of more than one person of the delivery. */
  readonly shared: ReadonlySet<string>;
}

/**
 * The user that each person is: the one that the directory has known by their object id; else one that it has not known
 * so far, made for rows or imported, which has their object id, or one of their names, the surest first; else a new
 * one, with the id that rows about them would have given it. Everybody's surer signs come before anybody's weaker ones.
 */
export async function matchPeople(
  tx: DomainDb,
  people: readonly DirectoryPerson[],
  others: OtherPeople = { taken: new Set(), shared: sharedNames(people) },
): Promise<MatchedPeople> {
  const known = await findKnown(tx, people, others.shared);
  const byId = [...people].sort((a, b) => (a.objectId < b.objectId ? -1 : 1));
  const tuids = new Map<string, string>();
  const taken = new Set(others.taken);
  for (const signsOf of SIGNS) {
    for (const person of byId.filter(({ objectId }) => !tuids.has(objectId))) {
      const tuid = signsOf(person, known).find((sign) => !taken.has(sign));
      if (tuid === undefined) continue;
      taken.add(tuid);
      tuids.set(person.objectId, tuid);
    }
  }
  const told = new Set(people.map(({ objectId }) => objectId));
  const leftOver = [...known.free.values()].filter(
    ({ tuid, externalId }) => !taken.has(tuid) && externalId !== null && told.has(externalId),
  );
  return { tuids, leftOver: leftOver.map(({ tuid }) => tuid) };
}

interface Known {
  readonly domainId: string;
  /** Users that the directory has given a name. */
  readonly aliased: ReadonlyMap<string, string>;
  /** Users that the directory does not know so far. */
  readonly free: ReadonlyMap<string, CandidateUser>;
  readonly byExternalId: ReadonlyMap<string, readonly CandidateUser[]>;
  readonly byUpn: ReadonlyMap<string, readonly CandidateUser[]>;
  /** Users that the directory knows as somebody. */
  readonly owned: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
}

/** The users that a sign points to, the best first. */
type SignsOf = (person: DirectoryPerson, known: Known) => readonly string[];

const SIGNS: readonly SignsOf[] = [
  ({ objectId }, { aliased }) => {
    const own = aliased.get(`oid:${objectId}`);
    return own === undefined ? [] : [own];
  },
  ({ objectId, upn }, { byExternalId }) => {
    const isNamesake = (user: CandidateUser) => user.userPrincipalName === upn.toLowerCase();
    const users = byExternalId.get(objectId) ?? [];
    return [...users.filter(isNamesake), ...users.filter((user) => !isNamesake(user))].map(({ tuid }) => tuid);
  },
  ({ upn }, { byUpn }) => (byUpn.get(upn.toLowerCase()) ?? []).map(({ tuid }) => tuid),
  namedOtherwise,
  ({ upn }, { domainId, owned }) => [provisionalTuid(domainId, upnKey(upn))].filter((tuid) => !owned.has(tuid)),
  ({ objectId }, { domainId }) => [provisionalTuid(domainId, `oid:${objectId}`)],
];

/** Users known by another name of the person, unless that name is others' too or they have an object id of their own. */
function namedOtherwise(person: DirectoryPerson, { domainId, aliased, free, byUpn, shared }: Known): readonly string[] {
  return otherNamesOf(person).flatMap((name) => {
    if (aliased.has(name) || shared.has(name)) return [];
    const made = free.get(provisionalTuid(domainId, name));
    const users = name.startsWith(UPN) ? (byUpn.get(name.slice(UPN.length)) ?? []) : made ? [made] : [];
    return users
      .filter(({ externalId }) => externalId === null || externalId === person.objectId)
      .map(({ tuid }) => tuid);
  });
}

/** An account name without its domain is many people's. */
const otherNamesOf = (person: DirectoryPerson): readonly string[] =>
  namesOf(person)
    .filter(({ alias, isStrong }) => isStrong || alias.startsWith(UPN))
    .map(({ alias }) => alias)
    .filter((alias) => alias !== upnKey(person.upn) && !alias.startsWith("oid:"));

async function findKnown(
  tx: DomainDb,
  people: readonly DirectoryPerson[],
  shared: ReadonlySet<string>,
): Promise<Known> {
  const aliased = new Map<string, string>();
  const candidates = new Map<string, CandidateUser>();
  for (let start = 0; start < people.length; start += BATCH) {
    const batch = people.slice(start, start + BATCH);
    const names = batch.flatMap(namesOf);
    const aliases = [...new Set(names.map(({ alias }) => alias))];
    for (const [alias, tuid] of await findAliasedUsers(tx, aliases)) aliased.set(alias, tuid);
    const found = await findCandidateUsers(tx, {
      objectIds: batch.map(({ objectId }) => objectId),
      addresses: aliases.filter((alias) => alias.startsWith(UPN)).map((alias) => alias.slice(UPN.length)),
      tuids: names.filter(({ isStrong }) => isStrong).map(({ alias }) => provisionalTuid(tx.domainId, alias)),
    });
    for (const user of found) candidates.set(user.tuid, user);
  }
  const users = [...candidates.values()];
  const free = users.filter(({ owner }) => owner === null);
  return {
    domainId: tx.domainId,
    aliased,
    free: new Map(free.map((user) => [user.tuid, user])),
    byExternalId: groupBy(free, ({ externalId }) => externalId ?? ""),
    byUpn: groupBy(free, ({ userPrincipalName }) => userPrincipalName),
    owned: new Set(users.filter(({ owner }) => owner !== null).map(({ tuid }) => tuid)),
    shared,
  };
}

/** Names that more than one of the people have. */
export function sharedNames(people: readonly DirectoryPerson[]): ReadonlySet<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const person of people) {
    for (const name of new Set(namesOf(person).map(({ alias }) => alias))) (seen.has(name) ? shared : seen).add(name);
  }
  return shared;
}

function groupBy(
  users: readonly CandidateUser[],
  keyOf: (user: CandidateUser) => string,
): ReadonlyMap<string, readonly CandidateUser[]> {
  const groups = new Map<string, CandidateUser[]>();
  for (const user of users) {
    const own = groups.get(keyOf(user));
    if (own) own.push(user);
    else groups.set(keyOf(user), [user]);
  }
  return groups;
}
