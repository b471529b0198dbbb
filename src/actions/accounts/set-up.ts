import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { newReadableCode, normalizeCode } from "../../runtime/one-time-secret.ts";
import { addCode, findCode, removeCodes, useCode } from "../../store/accounts/account-codes.ts";
import { hasOperator } from "../../store/accounts/accounts.ts";
import { type AccountContext, digestOf, runAccountAction } from "./account-context.ts";
import { type AccountRequest, prepareAccount, storeAccount } from "./create-account.ts";

/** Returns a new code with which the first administrator can be created; undefined if there is one. Earlier codes end. */
export function issueSetupCode(ctx: AccountContext): Promise<string | undefined> {
  return runAccountAction(ctx, async (tx) => {
    if (await hasOperator(tx)) return { result: undefined, audit: "unchanged" };
    const code = newReadableCode();
    await removeCodes(tx, "setup", null);
    const createdAt = ctx.clock();
    await addCode(tx, { digest: digestOf(ctx, code), kind: "setup", accountId: null, createdAt, expiresAt: null });
    return { result: code, audit: "unchanged" };
  });
}

/** Creates the first administrator with the set-up code, which works once; returns the id of the account. */
export async function setUpAdministrator(
  ctx: AccountContext,
  code: string,
  request: Omit<AccountRequest, "isOperator">,
): Promise<string> {
  const digest = digestOf(ctx, normalizeCode(code));
  const isKnown = await findCode(ctx.database.forDomain(INSTALLATION_ID), "setup", digest, ctx.clock());
  if (!isKnown) throw wrongCode();
  const account = await prepareAccount(ctx, { ...request, isOperator: true }, { kind: "operator" });
  return runAccountAction(ctx, async (tx) => {
    // The code ends when an administrator was created in another way.
    const isUsed = await useCode(tx, { kind: "setup", digest, accountId: null }, ctx.clock());
    if (!isUsed || (await hasOperator(tx))) throw wrongCode();
    return storeAccount(tx, account);
  });
}

const wrongCode = () =>
  new Failure("invalid_code", "this set-up code is not valid; the server prints the current one when it starts");
