import type { RateLimits } from "../http/allowance.ts";
import type { Admitted } from "../http/route.ts";
import type { ReadinessFacts } from "../model/readiness.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DomainHandle } from "../store/database/database.ts";
import type { ApiKey } from "../store/domains/api-keys.ts";
import type { Domain } from "../store/domains/domains.ts";

/** A caller of the public API: a key of a domain, with the domain's data behind it. */
export interface ApiCaller extends Admitted {
  readonly db: DomainHandle;
  readonly clock: Clock;
  readonly key: ApiKey;
  readonly domain: Domain;
  readonly limits: RateLimits;
  readiness(): Promise<readonly ReadinessFacts[]>;
}
