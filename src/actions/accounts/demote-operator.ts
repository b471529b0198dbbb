import { Failure } from "../../model/failure.ts";
import { withdrawInvitations } from "../../store/accounts/account-codes.ts";
import { lockOperatorsAnd, setOperator } from "../../store/accounts/accounts.ts";
import { type AccountContext, runAccountAction } from "./account-context.ts";
import { withdrawalOf } from "./change-members.ts";
import { operatorChange } from "./invite-member.ts";
import { requireOtherOperator } from "./require-other-operator.ts";

/**
 * Takes the operator's rights from an account, effective with its next request; its roles in domains stay. The last operator
 * who can sign in remains one. The invitation of somebody who has not joined is withdrawn, unless it leads to other rights too.
 */
export function demoteOperator(ctx: AccountContext, accountId: string): Promise<void> {
  return runAccountAction(ctx, async (tx) => {
    const locked = await lockOperatorsAnd(tx, accountId);
    const account = locked.find((one) => one.accountId === accountId);
    if (!account) throw new Failure("account_not_found", "there is no such account");
    if (!account.isOperator) throw new Failure("invalid_request", "this account is not an operator");
    requireOtherOperator(locked, account);
    await setOperator(tx, accountId, false);
    const withdrawn = await withdrawInvitations(tx, [accountId]);
    return { result: undefined, audit: [operatorChange(accountId, false), ...withdrawn.map(withdrawalOf)] };
  });
}
