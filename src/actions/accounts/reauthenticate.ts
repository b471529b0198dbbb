import type { Account } from "../../model/account.ts";
import { type AccountContext, runAccountAction } from "./account-context.ts";
import { checkAgain } from "./sign-in.ts";
import { type SessionOrigin, type SessionTokens, startSession } from "./start-session.ts";

/**
 * Starts a new session in place of the one in which a person has entered the password, which was checked, and the code where there is
 * one, again: tokens of the earlier session that somebody copied stop working.
 */
export function reauthenticate(
  ctx: AccountContext,
  proven: Account,
  code: string | undefined,
  origin: SessionOrigin,
): Promise<SessionTokens> {
  return runAccountAction(ctx, async (tx) => {
    const method = await checkAgain(ctx, tx, proven, code);
    const { tokens, audit } = await startSession(ctx, tx, proven.accountId, method, origin);
    return { result: tokens, audit };
  });
}
