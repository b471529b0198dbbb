import { setAuthenticatedAt } from "../../store/accounts/sessions.ts";
import { type AccountContext, runAccountAction } from "./account-context.ts";
import { type Credentials, checkAgain, proveAccount } from "./sign-in.ts";

/** Records that the person of a session has entered the password, and the code where there is one, again. */
export async function reauthenticate(ctx: AccountContext, credentials: Credentials, sessionId: string): Promise<void> {
  const account = await proveAccount(ctx, credentials);
  await runAccountAction(ctx, async (tx) => {
    await checkAgain(ctx, tx, account, credentials.code);
    await setAuthenticatedAt(tx, sessionId, ctx.clock());
    return { result: undefined, audit: "unchanged" };
  });
}
