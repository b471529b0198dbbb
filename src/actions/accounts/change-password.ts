import { hashPassword } from "../../runtime/password-hash.ts";
import { setPasswordHash } from "../../store/accounts/accounts.ts";
import { endSessionsOf } from "../../store/accounts/sessions.ts";
import { accountTarget } from "./account-context.ts";
import type { ProvingContext } from "./attempt-limits.ts";
import { type Credentials, provePassword, runProven } from "./compare-secrets.ts";
import { checkPassword } from "./create-account.ts";

/** Changes the password of an account that proves its old one, and ends its other sessions. */
export async function changePassword(
  ctx: ProvingContext,
  credentials: Credentials,
  password: string,
  sessionId: string,
): Promise<void> {
  const proven = await provePassword(ctx, credentials);
  const { accountId, email, name } = proven.account;
  checkPassword(password, email, name);
  const passwordHash = await ctx.hashing(() => hashPassword(password));
  await runProven(ctx, proven, credentials.code, async (tx) => {
    await setPasswordHash(tx, accountId, passwordHash);
    const ended = await endSessionsOf(tx, accountId, "password_changed", ctx.clock(), sessionId);
    const target = accountTarget(accountId);
    return {
      result: undefined,
      audit: { action: "account.password", target, before: null, after: { sessions_ended: ended } },
    };
  });
}
