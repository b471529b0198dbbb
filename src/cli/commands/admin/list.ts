import { type Account, hasWayIn } from "../../../model/account.ts";
import { INSTALLATION_ID } from "../../../model/installation.ts";
import { listAccounts } from "../../../store/accounts/accounts.ts";
import { listMembershipsOf } from "../../../store/accounts/memberships.ts";
import type { Database } from "../../../store/database/database.ts";
import { listDomains } from "../../../store/domains/domains.ts";
import type { Command } from "../../command.ts";
import { withDatabase } from "../../with-database.ts";

export const command: Command = {
  examples: ["parapet admin list", "parapet admin list --json"],
  run: ({ terminal, json, ...invocation }) =>
    withDatabase({ terminal, json, ...invocation }, async (database) => {
      const accounts = await describeAccounts(database);
      if (json) terminal.data(JSON.stringify(accounts));
      else for (const account of accounts) terminal.out(lineOf(account));
      if (accounts.length === 0) {
        terminal.note("There is no account yet. Create one with: parapet admin create --email ADDRESS --operator");
      }
      return 0;
    }),
};

async function describeAccounts(database: Database) {
  const names = new Map((await listDomains(database.system)).map(({ domainId, name }) => [domainId, name]));
  const nameOf = (domainId: string) => names.get(domainId) ?? domainId;
  const accounts = await listAccounts(database.forDomain(INSTALLATION_ID));
  return Promise.all(
    accounts.map(async (account) => ({
      account_id: account.accountId,
      email: account.email,
      name: account.name,
      state: stateOf(account),
      is_operator: account.isOperator,
      vouched_by: account.vouchedBy.kind,
      vouching_domain: account.vouchedBy.kind === "domain" ? nameOf(account.vouchedBy.domainId) : null,
      roles: Object.fromEntries(
        (await listMembershipsOf(database.system, account.accountId)).map(({ domainId, role }) => [
          nameOf(domainId),
          role,
        ]),
      ),
      has_totp: account.totpConfirmedAt !== null,
      last_signed_in_at: account.lastSignedInAt,
    })),
  );
}

type Described = Awaited<ReturnType<typeof describeAccounts>>[number];

function lineOf(account: Described): string {
  const { email, state, is_operator: isOperator, roles, vouching_domain: domain, last_signed_in_at: at } = account;
  const rights = isOperator ? ["operator"] : Object.entries(roles).map(([name, role]) => `${role} of ${name}`);
  const used = at?.toISOString().slice(0, 16) ?? "never";
  const vouching = domain === null ? account.vouched_by : `domain ${domain}`;
  return `${email}  ${state}  signed in ${used}  ${rights.join(", ") || "-"}  vouched for by: ${vouching}`;
}

function stateOf(account: Account): "disabled" | "invited" | "active" {
  if (account.disabledAt !== null) return "disabled";
  return hasWayIn(account) ? "active" : "invited";
}
