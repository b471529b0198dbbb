import type { RateLimits } from "../contract/rate-limits.ts";
import type { Admitted } from "../http/route.ts";
import type { ReadinessFacts } from "../model/readiness.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DomainHandle } from "../store/database/database.ts";
import type { ApiKey } from "../store/domains/api-keys.ts";
import type { Domain } from "../store/domains/domains.ts";

/** An authenticated caller of the public API: its key, its domain and access to the domain's data. */
export interface ApiCaller extends Admitted {
  readonly db: DomainHandle;
  readonly clock: Clock;
  readonly key: ApiKey;
  /** Where the request came from, behind trusted proxies. */
  readonly address: string;
  readonly domain: Domain;
  readonly limits: RateLimits;
  readiness(): Promise<readonly ReadinessFacts[]>;
}
