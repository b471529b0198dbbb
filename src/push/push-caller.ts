import type { Admitted } from "../http/route.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DomainHandle } from "../store/database/database.ts";

/** The caller of the ingest API: a key with the scope to write to its domain. */
export interface PushCaller extends Admitted {
  readonly db: DomainHandle;
  readonly clock: Clock;
}
