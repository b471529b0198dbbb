import type { DomainDb } from "../../store/database/database.ts";
import { findAliasedUsers } from "../../store/people/identities.ts";
import type { DirectoryPerson } from "./directory-person.ts";
import { matchPeople, type OtherPeople, sharedNames } from "./match-people.ts";

/**
 * The matches of a whole delivery, so that storing it in parts gives the same matches as storing it at once: a weak match
 * in an early part must not win over a reliable one in a later part.
 */
export interface PeoplePlan {
  /** Returns the other people of the delivery, for matching these. */
  othersThan(people: readonly DirectoryPerson[]): OtherPeople;
}

const BATCH = 1_000;

export async function planPeople(db: DomainDb, people: readonly DirectoryPerson[]): Promise<PeoplePlan> {
  const shared = sharedNames(people);
  // People who are already linked keep their user, so only the others are matched.
  const { tuids } = await matchPeople(db, await findNew(db, people), { taken: new Set(), shared });
  return {
    othersThan: (part) => {
      const taken = new Set(tuids.values());
      for (const { objectId } of part) taken.delete(tuids.get(objectId) ?? "");
      return { taken, shared };
    },
  };
}

async function findNew(db: DomainDb, people: readonly DirectoryPerson[]): Promise<readonly DirectoryPerson[]> {
  const unknown: DirectoryPerson[] = [];
  for (let start = 0; start < people.length; start += BATCH) {
    const part = people.slice(start, start + BATCH);
    const known = await findAliasedUsers(
      db,
      part.map(({ objectId }) => `oid:${objectId}`),
    );
    unknown.push(...part.filter(({ objectId }) => !known.has(`oid:${objectId}`)));
  }
  return unknown;
}
