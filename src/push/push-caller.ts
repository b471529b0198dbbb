import type { Admitted } from "../http/route.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DomainHandle } from "../store/database/database.ts";

/** Whoever delivers: a key of a domain that may write into it. */
export interface PushCaller extends Admitted {
  readonly db: DomainHandle;
  readonly clock: Clock;
}
