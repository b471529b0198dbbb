import type { Database } from "../../store/database/database.ts";
import { type Domain, listDomains } from "../../store/domains/domains.ts";

/** All domains, a bounded number at a time and each as often as the others. */
export interface DomainRotation {
  /** The ids of the next `count` domains, or of all if there are fewer. */
  next(count: number): Promise<readonly string[]>;
  /** A domain by its id, also one that was added since the last round. */
  find(domainId: string): Promise<Domain | undefined>;
}

/** Lists the domains anew with each round. */
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
