import type { Database } from "../store/database/database.ts";
import { type KeyUse, recordKeyUses } from "../store/domains/api-keys.ts";

/** Collects when and from where keys were last used, and stores it in batches outside of requests. */
export interface KeyUses {
  note(domainId: string, keyId: string, ip: string, at: Date): void;
  flush(): Promise<void>;
}

export function createKeyUses(database: Database): KeyUses {
  let pending = new Map<string, Map<string, KeyUse>>();
  return {
    note: (domainId, keyId, ip, at) => {
      const ofDomain = pending.get(domainId) ?? new Map<string, KeyUse>();
      ofDomain.set(keyId, { keyId, ip, at });
      pending.set(domainId, ofDomain);
    },
    flush: async () => {
      const writing = pending;
      pending = new Map();
      for (const [domainId, uses] of writing) await recordKeyUses(database.forDomain(domainId), [...uses.values()]);
    },
  };
}
