import { INSTALLATION_ID } from "../../model/installation.ts";
import type { Database, DomainHandle } from "../../store/database/database.ts";
import { findDomainIdEver } from "../../store/domains/domain-deletion.ts";
import type { Invocation, Option } from "../command.ts";
import { unknownDomain } from "../domain/unknown-domain.ts";
import { UsageError } from "../usage-error.ts";

/** Declares the option `--domain` of the commands that read an audit log. */
export const AUDITED_DOMAIN: Option = {
  value: "NAME",
  meaning:
    "name or id of the domain; 'parapet domain list --deleted' shows the ids of deleted ones, whose logs are kept",
};

/** Declares the flag `--installation` of the commands that read an audit log. */
export const AUDITED_INSTALLATION = {
  installation: "the log of the installation instead: accounts, sessions, operators, the secret",
} as const;

/** Refuses a command line that names no log, or two. */
export function requireOneLog({ options, flags }: Pick<Invocation, "options" | "flags">): void {
  const isDomain = options["domain"] !== undefined;
  if (isDomain !== flags.has("installation")) return;
  const problem = isDomain ? "both were given" : "neither was given";
  throw new UsageError(`name one log, with --domain NAME or with --installation: ${problem}`);
}

/** Returns what the audit log that a command line names belongs to: the installation, or a domain, which may be deleted. */
export async function getAuditedLog(
  database: Database,
  { options, flags }: Pick<Invocation, "options" | "flags">,
): Promise<DomainHandle> {
  if (flags.has("installation")) return database.forDomain(INSTALLATION_ID);
  const nameOrId = options["domain"] ?? "";
  const domainId = await findDomainIdEver(database, nameOrId);
  if (domainId) return database.forDomain(domainId);
  throw await unknownDomain(database, nameOrId, "list the domains with: parapet domain list, or domain list --deleted");
}
