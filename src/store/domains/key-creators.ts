import type { Account } from "../../model/account.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import type { CreatorState, KeyCreator } from "../../model/key-creator.ts";
import { isUuid } from "../../model/text/uuid.ts";
import { findAccounts } from "../accounts/accounts.ts";
import { listMembers } from "../accounts/memberships.ts";
import type { Database, DomainDb } from "../database/database.ts";
import type { ApiKey } from "./api-keys.ts";

const BY_ACCOUNT = "account:";

/** Looks up who created these keys of a domain, and returns a function that answers for each of them. */
export async function findKeyCreators(
  database: Database,
  db: DomainDb,
  keys: readonly ApiKey[],
): Promise<(key: ApiKey) => KeyCreator> {
  const ids = new Set(keys.flatMap((key) => accountIdOf(key) ?? []).filter(isUuid));
  const found = await findAccounts(database.forDomain(INSTALLATION_ID), [...ids]);
  const accounts = new Map(found.map((account) => [account.accountId, account]));
  const members = new Set((await listMembers(db)).map(({ accountId }) => accountId));
  return (key) => {
    const accountId = accountIdOf(key);
    if (accountId === undefined) return NOT_AN_ACCOUNT;
    const account = accounts.get(accountId);
    return { name: account?.email ?? null, state: stateOf(account, members) };
  };
}

const NOT_AN_ACCOUNT: KeyCreator = { name: null, state: null };

function accountIdOf({ createdBy }: ApiKey): string | undefined {
  return createdBy.startsWith(BY_ACCOUNT) ? createdBy.slice(BY_ACCOUNT.length) : undefined;
}

function stateOf(account: Account | undefined, members: ReadonlySet<string>): CreatorState {
  // What became of somebody who has left the domain concerns others only.
  if (!account || !(account.isOperator || members.has(account.accountId))) return "removed";
  return account.disabledAt === null ? "active" : "disabled";
}
