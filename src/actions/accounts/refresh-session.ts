import { newRefreshToken } from "../../runtime/refresh-token.ts";
import { findAccount } from "../../store/accounts/accounts.ts";
import { endSession, exchangeRefreshToken, findSessionOfUsedToken } from "../../store/accounts/sessions.ts";
import type { Audited } from "../context.ts";
import { type AccountContext, digestOf, runAccountAction, sessionEnded } from "./account-context.ts";
import { IDLE_MINUTES, type SessionTokens } from "./start-session.ts";

/**
 * Exchanges a refresh token for the next one. A token that was exchanged before has been copied: whoever uses it second,
 * the thief or the owner, the session ends.
 */
export async function refreshSession(
  ctx: AccountContext,
  sessionId: string,
  refreshToken: string,
): Promise<SessionTokens> {
  const tokens = await runAccountAction(ctx, async (tx): Promise<Audited<SessionTokens | undefined>> => {
    const now = ctx.clock();
    const next = newRefreshToken(ctx.secret, sessionId);
    const digests = { from: digestOf(ctx, refreshToken), to: digestOf(ctx, next) };
    const session = await exchangeRefreshToken(tx, digests, now, new Date(now.getTime() - IDLE_MINUTES * 60_000));
    if (session) {
      const account = await findAccount(tx, session.accountId);
      if (!account || account.disabledAt !== null) throw sessionEnded();
      const { accountId, expiresAt } = session;
      return { result: { sessionId: session.sessionId, accountId, expiresAt, refreshToken: next }, audit: "unchanged" };
    }
    const copied = await findSessionOfUsedToken(tx, digests.from);
    if (!copied || !(await endSession(tx, copied.sessionId, "reused", now))) return NOTHING;
    const target = { kind: "session", id: copied.sessionId } as const;
    return { result: undefined, audit: { action: "session.end", target, before: null, after: { reason: "reused" } } };
  });
  if (!tokens) throw sessionEnded();
  return tokens;
}

const NOTHING = { result: undefined, audit: "unchanged" } as const;
