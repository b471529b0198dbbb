import { Failure } from "../../model/failure.ts";
import { findSession, endSession as markEnded } from "../../store/accounts/sessions.ts";
import { type AccountContext, runAccountAction } from "./account-context.ts";

/** Ends a session of the account, effective with its next request in every process. */
export function endSession(
  ctx: AccountContext,
  accountId: string,
  sessionId: string,
  reason: "signed_out" | "ended",
): Promise<void> {
  return runAccountAction(ctx, async (tx) => {
    const session = await findSession(tx, sessionId);
    if (session?.accountId !== accountId) throw new Failure("session_not_found", "there is no such session");
    const wasOpen = await markEnded(tx, sessionId, reason, ctx.clock());
    const target = { kind: "session", id: sessionId } as const;
    return {
      result: undefined,
      audit: wasOpen ? { action: "session.end", target, before: null, after: { reason } } : "unchanged",
    };
  });
}
