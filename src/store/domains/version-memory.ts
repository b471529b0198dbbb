import { LRUCache } from "lru-cache";
import type { Versioned } from "../../model/vocabulary.ts";

/** The version of each resource of a domain; a missing one is 0. */
export type Versions = Readonly<Partial<Record<Versioned, string>>>;

/** One row of the versions of a domain. */
export interface VersionRow {
  readonly resource: Versioned;
  readonly version: string;
}

export const toVersions = (rows: readonly VersionRow[]): Versions =>
  Object.fromEntries(rows.map(({ resource, version }) => [resource, version]));

/**
 * A cache of the versions of domains as of the last commit, for a process that observes every commit: its own, and
 * those of other processes before they receive the response.
 */
export interface VersionMemory {
  find(domainId: string): Versions | undefined;
  /** Caches what `ask` returns, unless the domain has changed meanwhile. */
  read(domainId: string, ask: () => Promise<Versions>): Promise<Versions>;
  /** Stores the versions that a committed transaction has set. */
  raise(domainId: string, versions: Versions): void;
  forget(domainId: string): void;
  forgetAll(): void;
}

interface Reading {
  readonly domainId: string;
  isOvertaken: boolean;
}

const MAX_DOMAINS = 10_000;

export function createVersionMemory(): VersionMemory {
  const known = new LRUCache<string, Versions>({ max: MAX_DOMAINS });
  const readings = new Set<Reading>();
  const overtake = (isMeant: (reading: Reading) => boolean) => {
    for (const reading of readings) if (isMeant(reading)) reading.isOvertaken = true;
  };
  return {
    find: (domainId) => known.get(domainId),
    read: async (domainId, ask) => {
      const reading: Reading = { domainId, isOvertaken: false };
      readings.add(reading);
      try {
        const versions = await ask();
        // A domain without versions does not exist yet.
        if (!reading.isOvertaken && Object.keys(versions).length > 0) known.set(domainId, versions);
        return versions;
      } finally {
        readings.delete(reading);
      }
    },
    raise: (domainId, versions) => {
      overtake((reading) => reading.domainId === domainId);
      const before = known.get(domainId);
      if (before) known.set(domainId, { ...before, ...versions });
    },
    forget: (domainId) => {
      overtake((reading) => reading.domainId === domainId);
      known.delete(domainId);
    },
    forgetAll: () => {
      overtake(() => true);
      known.clear();
    },
  };
}
