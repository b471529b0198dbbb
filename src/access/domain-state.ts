import { LRUCache } from "lru-cache";
import type { ReadinessFacts } from "../model/readiness.ts";
import type { Database } from "../store/database/database.ts";
import { type ApiKey, findApiKey } from "../store/domains/api-keys.ts";
import { type Domain, findOwnDomain } from "../store/domains/domains.ts";
import { readReadiness } from "../store/domains/readiness.ts";
import type { Versions } from "../store/domains/version-memory.ts";

/** The keys, settings and readiness of domains, cached per version. */
export interface DomainState {
  key(domainId: string, versions: Versions, keyId: string): Promise<ApiKey | undefined>;
  domain(domainId: string, versions: Versions): Promise<Domain | undefined>;
  readiness(domainId: string, versions: Versions): Promise<readonly ReadinessFacts[]>;
}

export function createDomainState(database: Database): DomainState {
  const cached = <V extends {}>(read: (key: string) => Promise<V | undefined>) => {
    const known = new LRUCache<string, { readonly version: string; readonly value: V }>({ max: 10_000 });
    const underWay = new Map<string, Promise<V | undefined>>();
    const readOnce = async (key: string, version: string): Promise<V | undefined> => {
      const value = await read(key);
      if (value !== undefined) known.set(key, { version, value });
      return value;
    };
    return async (key: string, version = "0"): Promise<V | undefined> => {
      const hit = known.get(key);
      if (hit?.version === version) return hit.value;
      // Concurrent misses share one read.
      const name = `${version} ${key}`;
      const reading = underWay.get(name) ?? readOnce(key, version).finally(() => underWay.delete(name));
      underWay.set(name, reading);
      return reading;
    };
  };
  const keys = cached((key) => {
    const [domainId = "", keyId = ""] = key.split(" ");
    return findApiKey(database.forDomain(domainId), keyId);
  });
  const domains = cached((domainId) => findOwnDomain(database.forDomain(domainId)));
  const readiness = cached((domainId) => readReadiness(database.forDomain(domainId)));
  return {
    key: (domainId, versions, keyId) => keys(`${domainId} ${keyId}`, versions.access),
    domain: (domainId, versions) => domains(domainId, versions.access),
    // Readiness also counts NHI personas.
    readiness: async (domainId, versions) =>
      (await readiness(domainId, `${versions.readiness ?? "0"}.${versions.nhi ?? "0"}`)) ?? [],
  };
}
