import type { DomainDb } from "../../store/database/database.ts";
import { findAliasedUsers } from "../../store/people/identities.ts";
import type { DirectoryPerson } from "./directory-person.ts";
import { matchPeople, type OtherPeople, sharedNames } from "./match-people.ts";

/**
 * Which users the people of a whole delivery are, so that storing it in parts matches them as storing it at once would:
 * a weak sign of somebody in an early part must not win over a sure one of somebody in a later part.
 */
export interface PeoplePlan {
  /** What the other people of the delivery mean for matching these. */
  beside(people: readonly DirectoryPerson[]): OtherPeople;
}

const BATCH = 1_000;

export async function planPeople(db: DomainDb, people: readonly DirectoryPerson[]): Promise<PeoplePlan> {
  const shared = sharedNames(people);
  // Whoever the directory has known before is the same user again, and nobody else can be.
  const { tuids } = await matchPeople(db, await findNew(db, people), { taken: new Set(), shared });
  return {
    beside: (part) => {
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
