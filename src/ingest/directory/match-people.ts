import type { DomainDb } from "../../store/database/database.ts";
import { findAliasedUsers, provisionalTuid } from "../../store/people/identities.ts";
import { type CandidateUser, findCandidateUsers } from "../../store/people/user-candidates.ts";
import { type DirectoryPerson, namesOf, upnKey } from "./directory-person.ts";

/** People per lookup; small so that other statements do not wait long for the embedded engine. */
const BATCH = 200;
const UPN = "upn:";

export interface MatchedPeople {
  /** The tuid of each person's user, by object id. */
  readonly tuids: ReadonlyMap<string, string>;
  /** Users that rows created for one of these people under another name, and that belong to no person now. */
  readonly orphaned: readonly string[];
}

/** The other people of the same delivery. */
export interface OtherPeople {
  /** Users that are matched to them. */
  readonly taken: ReadonlySet<string>;
  /** Names that several people of the delivery have. */
  readonly shared: ReadonlySet<string>;
}

/**
 * Matches each person to a user:
 *
 * 1. the user that the directory has already linked to their object id;
 * 2. otherwise a user that is not linked yet, created for rows or imported, with their object id or one of their names,
 *    the most reliable first;
 * 3. otherwise a new user, with the id that rows about them would have given it.
 *
 * Each kind of match is tried for all people before the next, less reliable kind.
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
  for (const findMatches of MATCHERS) {
    for (const person of byId.filter(({ objectId }) => !tuids.has(objectId))) {
      const tuid = findMatches(person, known).find((match) => !taken.has(match));
      if (tuid === undefined) continue;
      taken.add(tuid);
      tuids.set(person.objectId, tuid);
    }
  }
  const delivered = new Set(people.map(({ objectId }) => objectId));
  const orphaned = [...known.unlinked.values()].filter(
    ({ tuid, externalId }) => !taken.has(tuid) && externalId !== null && delivered.has(externalId),
  );
  return { tuids, orphaned: orphaned.map(({ tuid }) => tuid) };
}

interface Known {
  readonly domainId: string;
  /** Users linked to the directory, by alias. */
  readonly linkedByAlias: ReadonlyMap<string, string>;
  /** Users not linked to the directory yet. */
  readonly unlinked: ReadonlyMap<string, CandidateUser>;
  readonly byExternalId: ReadonlyMap<string, readonly CandidateUser[]>;
  readonly byUpn: ReadonlyMap<string, readonly CandidateUser[]>;
  /** Users linked to an object of the directory. */
  readonly linked: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
}

/** Returns the users that one kind of identifier matches, the best first. */
type Matcher = (person: DirectoryPerson, known: Known) => readonly string[];

const MATCHERS: readonly Matcher[] = [
  ({ objectId }, { linkedByAlias }) => {
    const own = linkedByAlias.get(`oid:${objectId}`);
    return own === undefined ? [] : [own];
  },
  ({ objectId, upn }, { byExternalId }) => {
    const isNamesake = (user: CandidateUser) => user.userPrincipalName === upn.toLowerCase();
    const users = byExternalId.get(objectId) ?? [];
    return [...users.filter(isNamesake), ...users.filter((user) => !isNamesake(user))].map(({ tuid }) => tuid);
  },
  ({ upn }, { byUpn }) => (byUpn.get(upn.toLowerCase()) ?? []).map(({ tuid }) => tuid),
  matchOtherNames,
  ({ upn }, { domainId, linked }) => [provisionalTuid(domainId, upnKey(upn))].filter((tuid) => !linked.has(tuid)),
  ({ objectId }, { domainId }) => [provisionalTuid(domainId, `oid:${objectId}`)],
];

/** Matches by the other names of a person, unless others share the name or the user has another object id. */
function matchOtherNames(
  person: DirectoryPerson,
  { domainId, linkedByAlias, unlinked, byUpn, shared }: Known,
): readonly string[] {
  return otherNamesOf(person).flatMap((name) => {
    if (linkedByAlias.has(name) || shared.has(name)) return [];
    const made = unlinked.get(provisionalTuid(domainId, name));
    const users = name.startsWith(UPN) ? (byUpn.get(name.slice(UPN.length)) ?? []) : made ? [made] : [];
    return users
      .filter(({ externalId }) => externalId === null || externalId === person.objectId)
      .map(({ tuid }) => tuid);
  });
}

/** Account names without a domain are left out: many people may share one. */
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
  const linkedByAlias = new Map<string, string>();
  const candidates = new Map<string, CandidateUser>();
  for (let start = 0; start < people.length; start += BATCH) {
    const batch = people.slice(start, start + BATCH);
    const names = batch.flatMap(namesOf);
    const aliases = [...new Set(names.map(({ alias }) => alias))];
    for (const [alias, tuid] of await findAliasedUsers(tx, aliases)) linkedByAlias.set(alias, tuid);
    const found = await findCandidateUsers(tx, {
      objectIds: batch.map(({ objectId }) => objectId),
      addresses: aliases.filter((alias) => alias.startsWith(UPN)).map((alias) => alias.slice(UPN.length)),
      tuids: names.filter(({ isStrong }) => isStrong).map(({ alias }) => provisionalTuid(tx.domainId, alias)),
    });
    for (const user of found) candidates.set(user.tuid, user);
  }
  const users = [...candidates.values()];
  const unlinked = users.filter(({ owner }) => owner === null);
  return {
    domainId: tx.domainId,
    linkedByAlias,
    unlinked: new Map(unlinked.map((user) => [user.tuid, user])),
    byExternalId: groupBy(unlinked, ({ externalId }) => externalId ?? ""),
    byUpn: groupBy(unlinked, ({ userPrincipalName }) => userPrincipalName),
    linked: new Set(users.filter(({ owner }) => owner !== null).map(({ tuid }) => tuid)),
    shared,
  };
}

/** Returns the names that several of the people have. */
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
