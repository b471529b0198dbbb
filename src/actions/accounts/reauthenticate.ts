import type { ProvingContext } from "./attempt-limits.ts";
import { type Credentials, provePassword, runProven } from "./compare-secrets.ts";
import { type SessionOrigin, type SessionTokens, startSession } from "./start-session.ts";

/**
 * Starts a session of a person who has entered the password, and the code where there is one, again: tokens of the earlier
 * session that somebody copied stop working.
 */
export async function reauthenticate(
  ctx: ProvingContext,
  credentials: Credentials,
  origin: SessionOrigin,
): Promise<SessionTokens> {
  const proven = await provePassword(ctx, credentials);
  return runProven(ctx, proven, credentials.code, async (tx, method) => {
    const { tokens, audit } = await startSession(ctx, tx, proven.account.accountId, method, origin);
    const target = { kind: "session", id: tokens.sessionId } as const;
    const proof = { action: "session.prove", target, before: null, after: { method } } as const;
    return { result: tokens, audit: [proof, audit] };
  });
}
