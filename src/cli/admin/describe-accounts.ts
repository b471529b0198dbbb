import { type Account, hasWayIn } from "../../model/account.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { findInvited } from "../../store/accounts/account-codes.ts";
import { listAccounts } from "../../store/accounts/accounts.ts";
import { listMembershipsOf } from "../../store/accounts/memberships.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains } from "../../store/domains/domains.ts";

/** Returns every account as it is printed as JSON. */
export async function describeAccounts(database: Database, now: Date) {
  const names = await domainNames(database);
  const db = database.forDomain(INSTALLATION_ID);
  const accounts = await listAccounts(db);
  const invited = await findInvited(
    db,
    accounts.map(({ accountId }) => accountId),
    now,
  );
  return Promise.all(
    accounts.map(async (account) => ({
      account_id: account.accountId,
      email: account.email,
      name: account.name,
      state: stateOf(account),
      has_open_invitation: invited.has(account.accountId),
      is_operator: account.isOperator,
      vouched_by: account.vouchedBy.kind,
      vouching_domain: account.vouchedBy.kind === "domain" ? names(account.vouchedBy.domainId) : null,
      roles: Object.fromEntries(
        (await listMembershipsOf(database.system, account.accountId)).map(({ domainId, role }) => [
          names(domainId),
          role,
        ]),
      ),
      has_totp: account.totpConfirmedAt !== null,
      last_signed_in_at: account.lastSignedInAt,
    })),
  );
}

type Described = Awaited<ReturnType<typeof describeAccounts>>[number];

/** Returns an account as one line. */
export function accountLine(account: Described): string {
  const { email, is_operator: isOperator, roles, vouching_domain: domain, last_signed_in_at: at } = account;
  const rights = [
    ...(isOperator ? ["operator"] : []),
    ...Object.entries(roles).map(([name, role]) => ofDomain(name, role)),
  ];
  const used = at?.toISOString().slice(0, 16) ?? "never";
  const vouching = domain === null ? account.vouched_by : `domain ${domain}`;
  return `${email}  ${stateText(account)}  signed in ${used}  ${rights.join(", ") || "-"}  vouched for by: ${vouching}`;
}

/** Returns the roles of an account in domains, such as `owner of northwind`. */
export async function describeRoles(database: Database, accountId: string): Promise<readonly string[]> {
  const names = await domainNames(database);
  return (await listMembershipsOf(database.system, accountId)).map(({ domainId, role }) =>
    ofDomain(names(domainId), role),
  );
}

const ofDomain = (name: string, role: string): string => `${role} of ${name}`;

async function domainNames({ system }: Database): Promise<(domainId: string) => string> {
  const names = new Map((await listDomains(system)).map(({ domainId, name }) => [domainId, name]));
  return (domainId) => names.get(domainId) ?? domainId;
}

function stateText({ state, has_open_invitation: canJoin }: Described): string {
  return state === "invited" && !canJoin ? "invited (no open invitation)" : state;
}

function stateOf(account: Account): "disabled" | "invited" | "active" {
  if (account.disabledAt !== null) return "disabled";
  return hasWayIn(account) ? "active" : "invited";
}
