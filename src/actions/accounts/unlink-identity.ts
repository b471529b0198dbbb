import { hasWayIn } from "../../model/account.ts";
import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { hashPassword } from "../../runtime/password-hash.ts";
import { findAccount, lockAccount, removeIdentity, setPasswordHash } from "../../store/accounts/accounts.ts";
import { endSessionsOf } from "../../store/accounts/sessions.ts";
import { type AccountContext, accountTarget, runAccountAction } from "./account-context.ts";
import { checkPassword } from "./create-account.ts";

/**
 * Removes the identity at the identity provider from an account and ends its other sessions. An account without a password gets
 * one, so that a way to sign in is left.
 */
export async function unlinkIdentity(
  ctx: AccountContext,
  accountId: string,
  password: string | undefined,
  sessionId: string,
): Promise<void> {
  const known = await findAccount(ctx.database.forDomain(INSTALLATION_ID), accountId);
  if (password !== undefined) checkPassword(password, known?.email ?? "");
  const passwordHash = password === undefined ? null : await hashPassword(password);
  await runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account?.subject) throw new Failure("invalid_request", "no identity is linked to the account");
    if (account.passwordHash !== null && passwordHash !== null) {
      throw new Failure("invalid_request", "the account has a password already; change it instead");
    }
    const left = { passwordHash: account.passwordHash ?? passwordHash, subject: null };
    if (!hasWayIn(left)) throw new Failure("last_way_in", "choose a password too: nobody could sign in otherwise");
    await removeIdentity(tx, accountId);
    await setPasswordHash(tx, accountId, left.passwordHash);
    const ended = await endSessionsOf(tx, accountId, "identity_unlinked", ctx.clock(), sessionId);
    const before = { issuer: account.issuer, subject: account.subject, has_password: account.passwordHash !== null };
    const after = { issuer: null, subject: null, has_password: true, sessions_ended: ended };
    return { result: undefined, audit: { action: "account.unlink", target: accountTarget(accountId), before, after } };
  });
}
