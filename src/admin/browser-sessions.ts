import type { AccountCaller, AnonymousCaller } from "../access/admin-caller.ts";
import type { SessionOrigin } from "../actions/accounts/start-session.ts";
import { sessionOfRefreshToken } from "../runtime/refresh-token.ts";
import type { AdminParts } from "./admin-plane.ts";

type Parts = Pick<AdminParts, "tokens" | "secret">;

/** Returns where a request comes from, with the sessions of the browser that a sign-in ends. */
export async function originOf(parts: Parts, caller: AnonymousCaller | AccountCaller): Promise<SessionOrigin> {
  const { address, userAgent } = caller;
  return { address, userAgent, earlierSessionIds: await findBrowserSessions(parts, caller) };
}

/** Returns the sessions whose tokens came with a request. */
export async function findBrowserSessions(
  { tokens, secret }: Parts,
  caller: AnonymousCaller | AccountCaller,
): Promise<readonly string[]> {
  const { clock, accessToken, refreshToken } = caller;
  const claims = accessToken === undefined ? undefined : await tokens.verify(accessToken, clock());
  const refreshed = refreshToken === undefined ? undefined : sessionOfRefreshToken(secret, refreshToken);
  const found = [claims?.sessionId, refreshed].filter((id) => id !== undefined);
  return [...new Set(found)];
}
