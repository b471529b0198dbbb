import { Failure } from "../../model/failure.ts";
import { newReadableCode } from "../../runtime/one-time-secret.ts";
import { addCode, removeCodes } from "../../store/accounts/account-codes.ts";
import { hasOperator } from "../../store/accounts/accounts.ts";
import { type AccountContext, digestOf, runAccountAction } from "./account-context.ts";
import type { ProvingContext } from "./attempt-limits.ts";
import { proveCode, redeemCode } from "./compare-secrets.ts";
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
  ctx: ProvingContext,
  code: string,
  request: Omit<AccountRequest, "isOperator">,
): Promise<string> {
  const proven = await proveCode(ctx, "setup", code);
  if (!proven) throw wrongCode();
  const voucher = { kind: "operator" } as const;
  const account = await ctx.hashing(() => prepareAccount(ctx, { ...request, isOperator: true }, voucher));
  return runAccountAction(ctx, async (tx) => {
    // The code ends when an administrator was created in another way.
    if (!(await redeemCode(ctx, tx, proven)) || (await hasOperator(tx))) throw wrongCode();
    return storeAccount(tx, account);
  });
}

const wrongCode = () =>
  new Failure(
    "invalid_code",
    "this set-up code is not valid; each start of a server replaces it, and the newest code counts",
  );
