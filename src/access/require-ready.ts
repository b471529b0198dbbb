import { Failure } from "../model/failure.ts";
import { assessReadiness, type Readiness } from "../model/readiness.ts";
import type { ReadinessResource } from "../model/vocabulary.ts";
import type { DomainCaller } from "./caller.ts";

const MAX_RETRY_AFTER_S = 86_400;

/** Fails with 423 while the resource is not ready for the caller's domain. */
export async function requireReady(caller: DomainCaller, resource: ReadinessResource): Promise<void> {
  const readiness = await readinessOf(caller, resource);
  if (readiness.ready) return;
  const seconds = Math.min(MAX_RETRY_AFTER_S, Math.max(60, Math.ceil(readiness.daysUntilReady * 86_400)));
  throw new Failure(
    "resource_not_ready",
    `${resource} is not ready yet`,
    {
      resource,
      message: `The resource '${resource}' is not ready for this domain yet.`,
      details: readiness.details,
      days_until_ready: readiness.daysUntilReady,
      external_api_enabled_at_utc: caller.domain.externalApiEnabledAt,
      now_utc: caller.clock(),
    },
    { "retry-after": String(seconds) },
  );
}

export async function readinessOf(caller: DomainCaller, resource: ReadinessResource): Promise<Readiness> {
  const facts = (await caller.readiness()).find((found) => found.resource === resource);
  if (!facts) throw new Error(`the domain has no readiness record for ${resource}`);
  return assessReadiness(facts);
}
