import { INSTALLATION_ID } from "../../model/installation.ts";
import type { Clock } from "../../runtime/clock.ts";
import { forgetExpired } from "../../store/accounts/forget-expired.ts";
import { ANSWERS_KEPT_MS, forgetAnswers } from "../../store/cases/idempotency-keys.ts";
import type { Database } from "../../store/database/database.ts";
import { createRotation } from "../../store/domains/domain-rotation.ts";

/** Of how many domains idempotency records are deleted at a time: most domains have none, and each costs a statement. */
const DOMAINS_AT_ONCE = 50;

export interface HousekeepingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: { warn(facts: object, message: string): void };
  readonly domainsAtOnce?: number;
}

/**
 * Creates a function that deletes expired sessions and codes, and the expired idempotency records of the next domains. It
 * is called every minute; an expired record is never read, so that it may be deleted later.
 */
export function createHousekeeping(parts: HousekeepingParts): () => Promise<void> {
  const { database, clock, log, domainsAtOnce = DOMAINS_AT_ONCE } = parts;
  const rotation = createRotation(database);
  return async () => {
    await forgetExpired(database.forDomain(INSTALLATION_ID), clock());
    const before = new Date(clock().getTime() - ANSWERS_KEPT_MS);
    for (const domainId of await rotation.next(domainsAtOnce)) {
      await forgetAnswers(database.forDomain(domainId), before).catch(async (error: Error) => {
        const domain = await rotation.find(domainId);
        log.warn({ domain: domain?.name, err: error.message }, "expired idempotency records could not be deleted");
      });
    }
  };
}
