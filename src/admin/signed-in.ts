import type { Account } from "../model/account.ts";
import type { Role } from "../model/role.ts";
import { listMembershipsOf } from "../store/accounts/memberships.ts";
import type { Session } from "../store/accounts/sessions.ts";
import type { Database } from "../store/database/database.ts";
import { listDomains } from "../store/domains/domains.ts";

/** Returns the account that is signed in, with the domains it can work with, by name. */
export async function describeSignedIn(
  database: Database,
  account: Account,
  session: Pick<Session, "sessionId" | "method" | "expiresAt">,
) {
  const roles = await rolesOf(database, account);
  const domains = (await listDomains(database.system)).flatMap(({ domainId, name }) => {
    const role: Role | undefined = account.isOperator ? "owner" : roles.get(domainId);
    return role ? [{ domain_id: domainId, name, role }] : [];
  });
  return {
    account: describeAccount(account),
    session: { session_id: session.sessionId, method: session.method, expires_at: session.expiresAt },
    domains,
  };
}

async function rolesOf(database: Database, { accountId }: Account): Promise<ReadonlyMap<string, Role>> {
  const memberships = await listMembershipsOf(database.system, accountId);
  return new Map(memberships.map(({ domainId, role }) => [domainId, role]));
}

export function describeAccount(account: Account) {
  return {
    account_id: account.accountId,
    email: account.email,
    name: account.name,
    is_operator: account.isOperator,
    has_password: account.passwordHash !== null,
    has_totp: account.totpConfirmedAt !== null,
    has_identity: account.subject !== null,
  };
}
