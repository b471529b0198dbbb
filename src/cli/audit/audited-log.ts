import type { Database, DomainHandle } from "../../store/database/database.ts";
import { findDomainIdEver } from "../../store/domains/domain-deletion.ts";
import type { Option } from "../command.ts";
import { unknownDomain } from "../domain/unknown-domain.ts";

/** Declares the option `--domain` of the commands that read an audit log. */
export const AUDITED_DOMAIN: Option = {
  value: "NAME",
  meaning:
    "name or id of the domain; 'parapet domain list --deleted' shows the ids of deleted ones, whose logs are kept",
};

/** Returns the domain whose audit log is meant, which may be deleted. */
export async function getAuditedDomain(database: Database, nameOrId: string): Promise<DomainHandle> {
  const domainId = await findDomainIdEver(database, nameOrId);
  if (domainId) return database.forDomain(domainId);
  throw await unknownDomain(database, nameOrId, "list the domains with: parapet domain list, or domain list --deleted");
}
