import { Failure } from "../../model/failure.ts";
import { removeCodes } from "../../store/accounts/account-codes.ts";
import { lockAccount, lockOperatorsAnd, setDisabledAt } from "../../store/accounts/accounts.ts";
import { endSessionsOf } from "../../store/accounts/sessions.ts";
import { type AccountContext, accountTarget, runAccountAction } from "./account-context.ts";
import { requireOtherOperator } from "./require-other-operator.ts";

/** Disables an account, ends its sessions and withdraws its invitation. The last operator who can sign in cannot be disabled. */
export function disableAccount(ctx: AccountContext, accountId: string): Promise<void> {
  return runAccountAction(ctx, async (tx) => {
    const locked = await lockOperatorsAnd(tx, accountId);
    const account = locked.find((one) => one.accountId === accountId);
    if (!account) throw noSuchAccount();
    if (account.disabledAt !== null) return { result: undefined, audit: "unchanged" };
    if (account.isOperator) requireOtherOperator(locked, account);
    const at = ctx.clock();
    await setDisabledAt(tx, accountId, at);
    const ended = await endSessionsOf(tx, accountId, "account_disabled", at);
    const withdrawn = await removeCodes(tx, "invitation", accountId);
    const after = { disabled_at: at, sessions_ended: ended, ...(withdrawn > 0 && { invitation_withdrawn: true }) };
    return {
      result: undefined,
      audit: { action: "account.disable", target: accountTarget(accountId), before: { disabled_at: null }, after },
    };
  });
}

export function enableAccount(ctx: AccountContext, accountId: string): Promise<void> {
  return runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw noSuchAccount();
    if (account.disabledAt === null) return { result: undefined, audit: "unchanged" };
    await setDisabledAt(tx, accountId, null);
    const before = { disabled_at: account.disabledAt };
    return {
      result: undefined,
      audit: { action: "account.enable", target: accountTarget(accountId), before, after: { disabled_at: null } },
    };
  });
}

const noSuchAccount = () => new Failure("account_not_found", "there is no such account");
