import { Failure } from "../model/failure.ts";
import type { Clock } from "../runtime/clock.ts";
import { newId } from "../runtime/ids.ts";
import type { Database } from "../store/database/database.ts";
import { addDomain } from "../store/domains/domains.ts";

const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Creates a domain under an unused name and returns its id. */
export async function createDomain(database: Database, clock: Clock, name: string): Promise<string> {
  if (!NAME.test(name)) {
    throw new Failure(
      "invalid_request",
      `'${name}' is not a valid domain name: use 1 to 63 lower-case letters, digits, dots, dashes or underscores`,
    );
  }
  const domainId = newId();
  if (!(await addDomain(database, { domainId, name, createdAt: clock() }))) {
    throw new Failure("invalid_request", `a domain named '${name}' already exists`);
  }
  return domainId;
}
