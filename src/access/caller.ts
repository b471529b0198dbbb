import type { RateLimits } from "../contract/rate-limits.ts";
import type { Admitted } from "../http/route.ts";
import type { AuditActor } from "../model/audit.ts";
import type { ReadinessFacts } from "../model/readiness.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DomainHandle } from "../store/database/database.ts";
import type { ApiKey } from "../store/domains/api-keys.ts";
import type { Domain } from "../store/domains/domains.ts";

/** An authenticated caller who works with the data of one domain, with an API key or in the console. */
export interface DomainCaller extends Admitted {
  readonly db: DomainHandle;
  readonly clock: Clock;
  /** Who the audit log names for what the caller changes. */
  readonly actor: AuditActor;
  readonly domain: Domain;
  readiness(): Promise<readonly ReadinessFacts[]>;
}

/** An authenticated caller of the public API: its key, its domain and access to the domain's data. */
export interface ApiCaller extends DomainCaller {
  readonly key: ApiKey;
  readonly limits: RateLimits;
}
