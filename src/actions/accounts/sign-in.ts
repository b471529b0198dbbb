import type { ProvingContext } from "./attempt-limits.ts";
import { type Credentials, provePassword, runProven } from "./compare-secrets.ts";
import { type SessionOrigin, type SessionTokens, startSession } from "./start-session.ts";

/** Signs in with a password and, where one is enrolled, a second factor. */
export async function signIn(
  ctx: ProvingContext,
  credentials: Credentials,
  origin: SessionOrigin,
): Promise<SessionTokens> {
  const proven = await provePassword(ctx, credentials);
  return runProven(ctx, proven, credentials.code, async (tx, method) => {
    const { tokens, audit } = await startSession(ctx, tx, proven.account.accountId, method, origin);
    return { result: tokens, audit };
  });
}
