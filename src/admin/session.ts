import { endSession } from "../actions/accounts/end-session.ts";
import { reauthenticate } from "../actions/accounts/reauthenticate.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { NO_SESSION_COOKIES } from "../http/session-cookies.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { listOpenSessions } from "../store/accounts/sessions.ts";
import { type AdminParts, accountContext, cookieHeaders, DONE, type MountAdmin } from "./admin-plane.ts";
import { originOf } from "./browser-sessions.ts";
import { describeSignedIn } from "./signed-in.ts";

/** Mounts what people see and change about their sessions. */
export function mountSession(parts: AdminParts, mount: MountAdmin): void {
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
    const { account } = caller;
    const credentials = { email: account.email, password: body.password, code: body.code };
    const tokens = await reauthenticate(accountContext(parts, caller), credentials, await originOf(parts, caller));
    return answerOf(DONE, { headers: await cookieHeaders(parts, tokens, caller.clock()) });
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
