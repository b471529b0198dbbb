import type { AccountContext } from "../../actions/accounts/account-context.ts";
import { normalizeEmail } from "../../model/account.ts";
import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { systemClock } from "../../runtime/clock.ts";
import { currentOperator } from "../../runtime/operator.ts";
import { findAccountByEmail } from "../../store/accounts/accounts.ts";
import type { Invocation, Operand } from "../command.ts";
import { openSecret } from "../open-secret.ts";
import { withDatabase } from "../with-database.ts";

/** Opens the database and the secret for an action on accounts, and closes the database afterwards. */
export function withAccounts<T>(invocation: Invocation, work: (ctx: AccountContext) => Promise<T>): Promise<T> {
  return withDatabase(invocation, async (database) => {
    const secret = await openSecret(invocation, database);
    return work({ database, clock: systemClock, actor: currentOperator(), secret });
  });
}

export const emailProblem = (text: string): string | undefined =>
  normalizeEmail(text) === undefined ? "expected an email address" : undefined;

/** Declares the operand that names an account. */
export const EMAIL_OPERAND: Operand = { name: "EMAIL", problem: emailProblem };

/** Returns the id of the account with an email address. */
export async function getAccountId({ database }: AccountContext, email: string): Promise<string> {
  const account = await findAccountByEmail(database.forDomain(INSTALLATION_ID), normalizeEmail(email) ?? "");
  if (account) return account.accountId;
  throw new Failure("account_not_found", `there is no account '${email}'; list them with: parapet admin list`);
}
