import type { Account } from "../../model/account.ts";
import type { AuditRecord } from "../../model/audit.ts";
import { Failure } from "../../model/failure.ts";
import { hashPassword } from "../../runtime/password-hash.ts";
import { removeCodes } from "../../store/accounts/account-codes.ts";
import { lockAccount, removeIdentity, setPasswordHash, setTotpSecret } from "../../store/accounts/accounts.ts";
import { endSessionsOf } from "../../store/accounts/sessions.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { type AccountContext, accountTarget, runAccountAction } from "./account-context.ts";
import { type Invitation, issueInvitation } from "./issue-invitation.ts";

/** Ends everything with which somebody is signed in to an account or can be: nobody can before a new way in is given. */
export async function endWaysIn(
  ctx: Pick<AccountContext, "clock">,
  tx: DomainDb,
  { accountId, passwordHash, issuer, subject, totpConfirmedAt }: Account,
): Promise<AuditRecord> {
  await setPasswordHash(tx, accountId, null);
  await removeIdentity(tx, accountId);
  await setTotpSecret(tx, accountId, null);
  await removeCodes(tx, "recovery", accountId);
  await removeCodes(tx, "invitation", accountId);
  const ended = await endSessionsOf(tx, accountId, "account_reset", ctx.clock());
  const before = { has_password: passwordHash !== null, has_totp: totpConfirmedAt !== null, issuer, subject };
  return { action: "account.reset", target: accountTarget(accountId), before, after: { sessions_ended: ended } };
}

/** The new code of an account; it works only once the account is enabled, if it is disabled. */
export interface ResetInvitation extends Invitation {
  readonly isDisabled: boolean;
}

/** Ends every way into an account whose owner lost theirs, and returns the code with which the owner joins again. */
export function resetAccount(ctx: AccountContext, accountId: string): Promise<ResetInvitation> {
  return runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new Failure("account_not_found", "there is no such account");
    const reset = await endWaysIn(ctx, tx, account);
    const { invitation, audit } = await issueInvitation(ctx, tx, accountId, { kind: "operator" });
    return { result: { ...invitation, isDisabled: account.disabledAt !== null }, audit: [reset, audit] };
  });
}

/** Ends every way into an account and gives it a password. */
export async function resetPassword(ctx: AccountContext, accountId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new Failure("account_not_found", "there is no such account");
    const audit = await endWaysIn(ctx, tx, account);
    await setPasswordHash(tx, accountId, passwordHash);
    return { result: undefined, audit };
  });
}
