import { hashPassword } from "../../runtime/password-hash.ts";
import { setPasswordHash } from "../../store/accounts/accounts.ts";
import { endSessionsOf } from "../../store/accounts/sessions.ts";
import { type AccountContext, accountTarget, runAccountAction } from "./account-context.ts";
import { checkPassword } from "./create-account.ts";
import { type Credentials, checkAgain, proveAccount } from "./sign-in.ts";

/** Changes the password of an account that proves its old one, and ends its other sessions. */
export async function changePassword(
  ctx: AccountContext,
  credentials: Credentials,
  password: string,
  sessionId: string,
): Promise<void> {
  const account = await proveAccount(ctx, credentials);
  checkPassword(password, account.email);
  const passwordHash = await hashPassword(password);
  await runAccountAction(ctx, async (tx) => {
    await checkAgain(ctx, tx, account, credentials.code);
    await setPasswordHash(tx, account.accountId, passwordHash);
    const ended = await endSessionsOf(tx, account.accountId, "password_changed", ctx.clock(), sessionId);
    const target = accountTarget(account.accountId);
    return {
      result: undefined,
      audit: { action: "account.password", target, before: null, after: { sessions_ended: ended } },
    };
  });
}
