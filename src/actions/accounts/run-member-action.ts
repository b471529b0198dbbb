import type { AuditRecord } from "../../model/audit.ts";
import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { lockMembers, type Membership } from "../../store/accounts/memberships.ts";
import { appendAuditEntry } from "../../store/audit/audit-entries.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { isBeingDeleted } from "../../store/domains/domain-deletion.ts";
import type { RegistryContext } from "../create-domain.ts";

/** An account and its role in a domain are changed together: the rows of the installation, and those of the domain. */
export interface MemberTransaction {
  readonly accounts: DomainDb;
  readonly domain: DomainDb;
}

/** The result of an action with what the audit log of the installation and that of the domain record about it. */
export interface MemberAudited<T> {
  readonly result: T;
  readonly accountAudits: readonly AuditRecord[];
  readonly domainAudits: readonly AuditRecord[];
}

/**
 * Runs an action on an account and its role in one transaction, which also records it in both audit logs. It locks the account
 * first, then the members, then codes: every transaction locks in this order, so that none waits for another in a circle.
 */
export function runMemberAction<T>(
  { database, clock, actor }: RegistryContext,
  domainId: string,
  work: (tx: MemberTransaction) => Promise<MemberAudited<T>>,
): Promise<T> {
  return database.acrossDomains([INSTALLATION_ID, domainId], async (accounts, domain) => {
    const { result, accountAudits, domainAudits } = await work({ accounts, domain });
    const at = clock();
    // The log of the installation last: all account actions wait for it.
    for (const audit of domainAudits) await appendAuditEntry(domain, actor, audit, at);
    for (const audit of accountAudits) await appendAuditEntry(accounts, actor, audit, at);
    return result;
  });
}

/** Returns the members of the domain and keeps others from changing them; throws if the domain is gone. */
export async function getLockedMembers(domain: DomainDb): Promise<readonly Membership[]> {
  const members = await lockMembers(domain);
  if (await isBeingDeleted(domain)) throw new Failure("domain_not_found", "there is no such domain");
  return members;
}
