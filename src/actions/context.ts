import type { Clock } from "../runtime/clock.ts";
import type { DomainHandle } from "../store/database/database.ts";

/** Who asks, for which domain, with which clock. Every action takes this first. */
export interface ActionContext {
  readonly db: DomainHandle;
  readonly clock: Clock;
  readonly actor: { readonly kind: "api_key" | "operator"; readonly id: string };
}
