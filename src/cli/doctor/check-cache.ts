import { type CacheSize, readCacheSize } from "../../store/database/cache-size.ts";
import type { Database } from "../../store/database/database.ts";
import { toMib } from "../copy/copy-report.ts";
import { attempt, type Finding, type Found } from "./finding.ts";

/** Checks that the cache of PostgreSQL can hold the indexes of hits. */
export const checkCache = (database: Database): Promise<Finding> =>
  attempt("database cache", async () => describeCache(await readCacheSize(database)));

/** Describes the cache, with a warning if it is too small. */
export function describeCache({ cacheBytes, indexBytes }: CacheSize): Found {
  const text = `shared_buffers ${toMib(cacheBytes)}, indexes of hits ${toMib(indexBytes)}`;
  if (indexBytes <= cacheBytes) return text;
  return { warning: `${text}; rows are processed faster if the indexes fit: see docs/scaling.md` };
}
