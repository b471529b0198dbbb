import { DOMAIN_NAME_FORMAT, isDomainName } from "../model/domain-name.ts";
import { Failure } from "../model/failure.ts";
import { newId } from "../runtime/ids.ts";
import type { Database } from "../store/database/database.ts";
import { insertDomain } from "../store/domains/domains.ts";
import { type ActionContext, runAction } from "./context.ts";

/** What an action about domains as such takes instead of one domain. */
export interface RegistryContext extends Omit<ActionContext, "db"> {
  readonly database: Database;
}

/** Creates a domain under an unused name and returns its id. */
export async function createDomain(ctx: RegistryContext, name: string): Promise<string> {
  if (!isDomainName(name)) {
    throw new Failure("invalid_request", `'${name}' is not a valid domain name: use ${DOMAIN_NAME_FORMAT}`);
  }
  const { database, clock, actor } = ctx;
  const domainId = newId();
  return runAction({ db: database.forDomain(domainId), clock, actor }, async (tx) => {
    if (!(await insertDomain(tx, { name, createdAt: clock() }))) {
      throw new Failure("invalid_request", `a domain named '${name}' already exists`);
    }
    const target = { kind: "domain", id: domainId } as const;
    return { result: domainId, audit: { action: "domain.create", target, before: null, after: { name } } };
  });
}
