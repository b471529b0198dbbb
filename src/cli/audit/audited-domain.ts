import { Failure } from "../../model/failure.ts";
import { isUuid } from "../../model/text/uuid.ts";
import type { Database, DomainHandle } from "../../store/database/database.ts";
import { findDomainIdEver } from "../../store/domains/domain-deletion.ts";
import type { Option } from "../command.ts";

/** Declares the option `--domain` of the commands that read an audit log. */
export const AUDITED_DOMAIN: Option = {
  value: "NAME",
  meaning: "name or id of the domain; the log of a deleted domain is kept",
};

/** Returns the domain whose audit log is meant, which may be deleted. */
export async function getAuditedDomain(database: Database, nameOrId: string): Promise<DomainHandle> {
  const domainId = await findDomainIdEver(database, nameOrId);
  if (domainId) return database.forDomain(domainId);
  if (isUuid(nameOrId)) return database.forDomain(nameOrId);
  throw new Failure("invalid_request", `there is no domain '${nameOrId}'; list the domains with: parapet domain list`);
}
