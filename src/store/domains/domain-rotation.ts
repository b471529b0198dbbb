import type { Database } from "../database/database.ts";
import { type Domain, listDomains } from "./domains.ts";

/** Cycles through all domains, a bounded number at a time and each equally often. */
export interface DomainRotation {
  /** Returns the ids of the next domains, at most `count`. */
  next(count: number): Promise<readonly string[]>;
  /** Returns a domain by its id, even if it was added since the last cycle. */
  find(domainId: string): Promise<Domain | undefined>;
}

/** Creates a rotation that lists the domains again with each cycle. */
export function createRotation({ system }: Pick<Database, "system">): DomainRotation {
  let domains: ReadonlyMap<string, Domain> = new Map();
  let left: string[] = [];
  const refresh = async (): Promise<void> => {
    domains = new Map((await listDomains(system)).map((domain) => [domain.domainId, domain]));
  };
  return {
    next: async (count) => {
      if (left.length === 0) {
        await refresh();
        left = [...domains.keys()];
      }
      return left.splice(0, count);
    },
    find: async (domainId) => {
      if (!domains.has(domainId)) await refresh();
      return domains.get(domainId);
    },
  };
}
