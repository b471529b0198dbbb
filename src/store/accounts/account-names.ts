import { INSTALLATION_ID } from "../../model/installation.ts";
import { isUuid } from "../../model/text/uuid.ts";
import type { Database } from "../database/database.ts";
import { findAccounts } from "./accounts.ts";

/** Returns the email addresses of the accounts among these ids, by id. */
export async function findAccountNames(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter(isUuid);
  if (known.length === 0) return new Map();
  const accounts = await findAccounts(database.forDomain(INSTALLATION_ID), known);
  return new Map(accounts.map(({ accountId, email }) => [accountId, email]));
}
