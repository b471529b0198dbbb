import type { AnonymousCaller } from "../access/admin-caller.ts";
import { endSession } from "../actions/accounts/end-session.ts";
import { reauthenticate } from "../actions/accounts/reauthenticate.ts";
import { refreshSession } from "../actions/accounts/refresh-session.ts";
import { setUpAdministrator } from "../actions/accounts/set-up.ts";
import { signIn } from "../actions/accounts/sign-in.ts";
import type { SessionTokens } from "../actions/accounts/start-session.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { NO_SESSION_COOKIES } from "../http/session-cookies.ts";
import { Failure } from "../model/failure.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { findAccount, hasOperator } from "../store/accounts/accounts.ts";
import { findSession, listOpenSessions } from "../store/accounts/sessions.ts";
import { type AdminParts, accountContext, cookieHeaders, type MountAdmin } from "./admin-plane.ts";
import { throttleSignIn } from "./sign-in-throttle.ts";
import { describeSignedIn } from "./signed-in.ts";

export const DONE = JSON.stringify({ success: true });

/** Mounts signing in and out, and the list of sessions. */
export function mountSession(parts: AdminParts, mount: MountAdmin): void {
  const { limiter, hashing } = parts;
  const answerSignedIn = async (caller: AnonymousCaller, tokens: SessionTokens) => {
    const db = caller.database.forDomain(INSTALLATION_ID);
    const [account, session] = await Promise.all([
      findAccount(db, tokens.accountId),
      findSession(db, tokens.sessionId),
    ]);
    if (!account || !session) throw new Error("the new session was not stored");
    const body = JSON.stringify(await describeSignedIn(caller.database, account, session));
    return answerOf(body, { headers: await cookieHeaders(parts, tokens, caller.clock()) });
  };

  mount(at.getSignInOptions, async ({ database }) => {
    const needsSetup = !(await hasOperator(database.forDomain(INSTALLATION_ID)));
    return answerOf(JSON.stringify({ needs_setup: needsSetup, password: true, oidc: null }));
  });

  mount(at.setUp, async (caller, { body }) => {
    const { code, email, name = null, password } = body;
    const tokens = await throttleSignIn(limiter, caller.address, "set-up", () =>
      hashing("passwords", async () => {
        const ctx = accountContext(parts, caller);
        await setUpAdministrator(ctx, code, { email, name, password });
        return signIn(ctx, { email, password }, caller);
      }),
    );
    return answerSignedIn(caller, tokens);
  });

  mount(at.signIn, async (caller, { body }) => {
    const tokens = await throttleSignIn(limiter, caller.address, body.email, () =>
      hashing("passwords", () => signIn(accountContext(parts, caller), body, caller)),
    );
    return answerSignedIn(caller, tokens);
  });

  mount(at.refreshSession, async (caller) => {
    if (caller.refreshToken === undefined) throw new Failure("invalid_session", "sign in first");
    const tokens = await refreshSession(accountContext(parts, caller), caller.refreshToken);
    return answerOf(DONE, { headers: await cookieHeaders(parts, tokens, caller.clock()) });
  });

  mount(at.getSession, async ({ database, account, session }) =>
    answerOf(JSON.stringify(await describeSignedIn(database, account, session))),
  );

  mount(at.signOut, async (caller) => {
    const { account, session } = caller;
    await endSession(accountContext(parts, caller), account.accountId, session.sessionId, "signed_out");
    const headers = { "set-cookie": [...NO_SESSION_COOKIES], "clear-site-data": '"cache", "storage"' };
    return answerOf(DONE, { headers });
  });

  mount(at.reauthenticate, async (caller, { body }) => {
    const { account, session } = caller;
    await throttleSignIn(limiter, caller.address, account.email, () =>
      hashing("passwords", () =>
        reauthenticate(accountContext(parts, caller), { ...body, email: account.email }, session.sessionId),
      ),
    );
    return answerOf(DONE);
  });

  mount(at.listSessions, async ({ database, clock, account, session: current }) => {
    const sessions = await listOpenSessions(database.forDomain(INSTALLATION_ID), account.accountId, clock());
    const items = sessions.map((session) => ({
      session_id: session.sessionId,
      method: session.method,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      expires_at: session.expiresAt,
      address: session.address,
      user_agent: session.userAgent,
      is_current: session.sessionId === current.sessionId,
    }));
    return answerOf(JSON.stringify({ items }));
  });

  mount(at.endSession, async (caller, { params }) => {
    const sessionId = params.session_id.toLowerCase();
    await endSession(accountContext(parts, caller), caller.account.accountId, sessionId, "ended");
    return answerOf(DONE);
  });
}
