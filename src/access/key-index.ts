import type { Database } from "../store/database/database.ts";
import { listApiKeys, listKeyDomains } from "../store/domains/api-keys.ts";

/** What a key is checked against without the database. A key's secret never changes. */
export interface IndexedKey {
  readonly keyId: string;
  readonly domainId: string;
  readonly secretDigest: string;
}

/** In-memory index of all keys by id. The database is read at most once in 5 seconds. */
export interface KeyIndex {
  find(keyId: string): Promise<IndexedKey | undefined>;
  /** Loads new keys, unless that was done less than 5 seconds ago. */
  refresh(): Promise<void>;
}

const KEPT_MS = 5_000;

export function createKeyIndex(database: Database, nowMs: () => number): KeyIndex {
  const known = new Map<string, IndexedKey>();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();
  const read = async (): Promise<void> => {
    const listed = await listKeyDomains(database.system);
    const unread = new Set([...listed].filter(([keyId]) => !known.has(keyId)).map(([, domainId]) => domainId));
    for (const domainId of unread) {
      for (const { keyId, secretDigest } of await listApiKeys(database.forDomain(domainId))) {
        known.set(keyId, { keyId, domainId, secretDigest });
      }
    }
  };
  const refresh = (): Promise<void> => {
    if (nowMs() - readAt < KEPT_MS) return reading;
    readAt = nowMs();
    reading = read();
    return reading;
  };
  return {
    refresh,
    find: async (keyId) => {
      if (!known.has(keyId)) await refresh();
      return known.get(keyId);
    },
  };
}
