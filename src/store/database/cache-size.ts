import type { Database } from "./database.ts";

/** The memory of PostgreSQL for its cache, and the size of what it should hold. */
export interface CacheSize {
  readonly cacheBytes: number;
  /** The indexes of hits: each new row is looked up at several places of them. */
  readonly indexBytes: number;
}

/** Reads the sizes on this server. */
export async function readCacheSize(database: Database): Promise<CacheSize> {
  const [size] = await database.system.query<{ cache: number; indexes: number }>(
    `select pg_size_bytes(current_setting('shared_buffers'))::float8 as cache,
       pg_indexes_size('hits'::regclass)::float8 as indexes`,
  );
  if (!size) throw new Error("the database returned no size of its cache");
  return { cacheBytes: size.cache, indexBytes: size.indexes };
}
