import type { Account } from "../../model/account.ts";
import { setAuthenticatedAt } from "../../store/accounts/sessions.ts";
import { type AccountContext, runAccountAction } from "./account-context.ts";
import { checkAgain } from "./sign-in.ts";

/** Records that the person of a session has entered the password, which was checked, and the code where there is one, again. */
export function reauthenticate(
  ctx: AccountContext,
  proven: Account,
  code: string | undefined,
  sessionId: string,
): Promise<void> {
  return runAccountAction(ctx, async (tx) => {
    await checkAgain(ctx, tx, proven, code);
    await setAuthenticatedAt(tx, sessionId, ctx.clock());
    return { result: undefined, audit: "unchanged" };
  });
}
