import type { AnonymousCaller } from "../access/admin-caller.ts";
import { refreshName } from "../access/session-memory.ts";
import { passwordStampOf } from "../actions/accounts/compare-secrets.ts";
import { acceptInvitation } from "../actions/accounts/invite-member.ts";
import { refreshSession } from "../actions/accounts/refresh-session.ts";
import { setUpAdministrator } from "../actions/accounts/set-up.ts";
import { signIn } from "../actions/accounts/sign-in.ts";
import type { SessionTokens } from "../actions/accounts/start-session.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { knownBrowserCookie } from "../http/session-cookies.ts";
import { Failure } from "../model/failure.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { createSealer } from "../runtime/encryption.ts";
import { sessionOfRefreshToken } from "../runtime/refresh-token.ts";
import { findAccount, hasOperator } from "../store/accounts/accounts.ts";
import { findSession } from "../store/accounts/sessions.ts";
import { type AdminParts, accountContext, cookieHeaders, DONE, type MountAdmin } from "./admin-plane.ts";
import { originOf } from "./browser-sessions.ts";
import { KNOWN_BROWSER_PURPOSE, KNOWN_BROWSER_SECONDS, sealKnownBrowser } from "./known-browser.ts";
import { describeSignedIn } from "./signed-in.ts";

/** Mounts the ways to start and continue a session. */
export function mountSignIn(parts: AdminParts, mount: MountAdmin): void {
  const { secret, sessions } = parts;
  const answerSignedIn = async (caller: AnonymousCaller, tokens: SessionTokens) => {
    const db = caller.database.forDomain(INSTALLATION_ID);
    // In this order: while the session is open, the account has the password that was entered.
    const account = await findAccount(db, tokens.accountId);
    const session = await findSession(db, tokens.sessionId);
    if (!account || !session) throw new Error("the new session was not stored");
    const body = JSON.stringify(await describeSignedIn(caller.database, account, session));
    const cookies = await cookieHeaders(parts, tokens, caller.clock());
    const stamp = session.endedAt === null ? passwordStampOf(account) : undefined;
    if (stamp === undefined) return answerOf(body, { headers: cookies });
    const known = sealKnownBrowser(createSealer(secret, KNOWN_BROWSER_PURPOSE), account.email, stamp, caller.clock());
    const setCookie = [...(cookies["set-cookie"] ?? []), knownBrowserCookie(known, KNOWN_BROWSER_SECONDS)];
    return answerOf(body, { headers: { ...cookies, "set-cookie": setCookie } });
  };

  // The last operator cannot be removed, so the database need not be asked again.
  let isSetUp = false;
  mount(at.getSignInOptions, async ({ database }) => {
    isSetUp ||= await hasOperator(database.forDomain(INSTALLATION_ID));
    const needsSetup = !isSetUp;
    const { identityProvider } = parts;
    const oidc = identityProvider ? { name: identityProvider.name } : null;
    return answerOf(JSON.stringify({ needs_setup: needsSetup, password: true, oidc }));
  });

  mount(at.setUp, async (caller, { body }) => {
    const { code, email, name = null, password } = body;
    const ctx = accountContext(parts, caller);
    await setUpAdministrator(ctx, code, { email, name, password });
    return answerSignedIn(caller, await signIn(ctx, { email, password }, await originOf(parts, caller)));
  });

  mount(at.signIn, async (caller, { body }) => {
    const origin = await originOf(parts, caller);
    return answerSignedIn(caller, await signIn(accountContext(parts, caller), body, origin));
  });

  mount(at.acceptInvitation, async (caller, { body }) => {
    const ctx = accountContext(parts, caller);
    const email = await acceptInvitation(ctx, body.code, body.password, body.name ?? null);
    const origin = await originOf(parts, caller);
    return answerSignedIn(caller, await signIn(ctx, { email, password: body.password }, origin));
  });

  mount(at.refreshSession, async (caller) => {
    const { refreshToken = "", address } = caller;
    const sessionId = sessionOfRefreshToken(secret, refreshToken);
    if (sessionId === undefined) throw new Failure("invalid_session", "sign in first");
    const tokens = await sessions.check(refreshName({ sessionId }), address, () =>
      refreshSession(accountContext(parts, caller), sessionId, refreshToken),
    );
    return answerOf(DONE, { headers: await cookieHeaders(parts, tokens, caller.clock()) });
  });
}
