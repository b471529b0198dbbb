import { setAuthenticatedAt } from "../../store/accounts/sessions.ts";
import type { ProvingContext } from "./attempt-limits.ts";
import { type Credentials, provePassword, runProven } from "./compare-secrets.ts";

/** Records that the person of a session has entered the password, and the code where there is one, again. */
export async function reauthenticate(ctx: ProvingContext, credentials: Credentials, sessionId: string): Promise<void> {
  const proven = await provePassword(ctx, credentials);
  await runProven(ctx, proven, credentials.code, async (tx, method) => {
    await setAuthenticatedAt(tx, sessionId, ctx.clock());
    const target = { kind: "session", id: sessionId } as const;
    return { result: undefined, audit: { action: "session.prove", target, before: null, after: { method } } };
  });
}
