import { hashPassword } from "../../runtime/password-hash.ts";
import { removeCodes } from "../../store/accounts/account-codes.ts";
import { setPasswordHash, setTotpSecret } from "../../store/accounts/accounts.ts";
import { endSessionsOf } from "../../store/accounts/sessions.ts";
import { type AccountContext, accountTarget, runAccountAction } from "./account-context.ts";

/**
 * Replaces the password of an account whose owner lost it, removes its second factor and its codes, and ends its
 * sessions. Null for an account that will choose its password with an invitation.
 */
export async function resetPassword(ctx: AccountContext, accountId: string, password: string | null): Promise<void> {
  const passwordHash = password === null ? null : await hashPassword(password);
  await runAccountAction(ctx, async (tx) => {
    await setPasswordHash(tx, accountId, passwordHash);
    await setTotpSecret(tx, accountId, null);
    await removeCodes(tx, "recovery", accountId);
    await removeCodes(tx, "invitation", accountId);
    const ended = await endSessionsOf(tx, accountId, "password_changed", ctx.clock());
    const after = { reset: true, sessions_ended: ended };
    return {
      result: undefined,
      audit: { action: "account.password", target: accountTarget(accountId), before: null, after },
    };
  });
}
