import { type ActivityProfile, packActivity } from "../../../analysis/persona/activity-profile.ts";
import { dayOf, LOOKBACK_DAYS } from "../../../analysis/persona/day-window.ts";
import { type Person, toPerson } from "../../../analysis/persona/person.ts";
import { ValueIndex } from "../../../analysis/persona/value-index.ts";
import { appendTo } from "../../../model/append-to.ts";
import type { DirectoryChange } from "../../../model/identity/activity.ts";
import type { Holding } from "../../../model/identity/holding.ts";
import { readActivity } from "../../../store/activity/activity-days.ts";
import { readActiveIdentities } from "../../../store/activity/actors.ts";
import { readDirectoryChanges } from "../../../store/activity/directory-changes.ts";
import { ValueNames } from "../../../store/activity/value-names.ts";
import { readHoldings } from "../../../store/holdings/holdings.ts";
import { readUsers } from "../../../store/people/users.ts";
import type { AnalysisRun } from "../analysis-run.ts";
import { listedUserOf } from "../listed-user.ts";

/** The facts about a user alone, without the days of activity. */
export interface MemberBasis {
  readonly person: Person;
  /** The keys of the actors that rows name. */
  readonly keys: readonly string[];
  readonly changes: readonly DirectoryChange[];
  /** The first day on which each entitlement was held, by its key. */
  readonly heldSince: ReadonlyMap<string, number>;
}

/** A user with a persona, and the facts about the user alone. */
export interface Member extends MemberBasis {
  readonly profile: ActivityProfile;
}

export interface Members {
  readonly members: readonly Member[];
  readonly index: ValueIndex;
}

/** Users that are read at once. */
const CHUNK = 500;
/** Users whose days are in memory at once. */
const CHUNK_OF_DAYS = 100;

/**
 * Reads all users that the directory has or whose activity rows report, in the order of their ids. Users that were
 * imported as finished records and that nothing else mentions are left out, with the personas imported for them.
 */
export async function readBases(run: AnalysisRun): Promise<readonly MemberBasis[]> {
  const { db, slice } = run;
  const identities = await readActiveIdentities(db);
  const keysOf = (tuid: string): readonly string[] => identities.get(tuid)?.keys ?? [];
  const bases: MemberBasis[] = [];
  for (let after: string | undefined; !run.isStopped(); ) {
    const page = await readUsers(db, after, CHUNK);
    const people = page.map(({ item }) => toPerson(item, listedUserOf(run, item)));
    const mentioned = people.filter(({ tuid, objectId }) => objectId !== null || keysOf(tuid).length > 0);
    const changes = await changesOf(run, mentioned);
    const holdings = await readHoldings(
      db,
      mentioned.map(({ tuid }) => tuid),
    );
    for (const person of mentioned) {
      if (slice.isOver()) await slice.pause();
      bases.push({
        person,
        keys: keysOf(person.tuid),
        changes: changes.get(person.tuid) ?? [],
        heldSince: startsOf(holdings.get(person.tuid) ?? []),
      });
    }
    after = page.at(-1)?.item.tuid;
    if (page.length < CHUNK) break;
  }
  return bases;
}

/** Reads the days of users and packs them. */
export async function readMembers(run: AnalysisRun, bases: readonly MemberBasis[]): Promise<Members> {
  const { db, day, slice } = run;
  const index = new ValueIndex();
  const names = new ValueNames();
  const members: Member[] = [];
  for (let start = 0; start < bases.length && !run.isStopped(); start += CHUNK_OF_DAYS) {
    const chunk = bases.slice(start, start + CHUNK_OF_DAYS);
    const identities = chunk.map(({ person, keys }) => ({ id: person.tuid, keys }));
    const activity = await readActivity(db, identities, day - LOOKBACK_DAYS, day, names);
    for (const basis of chunk) {
      if (slice.isOver()) await slice.pause();
      members.push({ ...basis, profile: packActivity(activity.get(basis.person.tuid) ?? [], day, index) });
    }
  }
  return { members, index };
}

function startsOf(holdings: readonly Holding[]): ReadonlyMap<string, number> {
  const held = holdings.filter(({ kind, removedAt }) => kind === "entitlement" && removedAt === null);
  return new Map(held.map(({ key, firstSeen }) => [key, dayOf(firstSeen)]));
}

/** Returns the changes of these users' own access, by user. */
async function changesOf(
  { db, day, asOf }: AnalysisRun,
  people: readonly Person[],
): Promise<ReadonlyMap<string, readonly DirectoryChange[]>> {
  const owners = new Map<string, string>();
  for (const { tuid, objectId, upn } of people) {
    if (objectId !== null) owners.set(`oid:${objectId}`, tuid);
    owners.set(`upn:${upn.toLowerCase()}`, tuid);
  }
  const from = new Date((day - LOOKBACK_DAYS) * 86_400_000);
  const found = new Map<string, DirectoryChange[]>();
  for (const change of await readDirectoryChanges(db, { targets: [...owners.keys()], from, to: asOf })) {
    appendTo(found, owners.get(change.target) ?? "", change);
  }
  return found;
}
