import type { AnonymousCaller } from "../access/admin-caller.ts";
import { acceptInvitation } from "../actions/accounts/invite-member.ts";
import { refreshSession } from "../actions/accounts/refresh-session.ts";
import { setUpAdministrator } from "../actions/accounts/set-up.ts";
import { proveAccount, signIn, startProvenSession } from "../actions/accounts/sign-in.ts";
import type { SessionTokens } from "../actions/accounts/start-session.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { findAccount, hasOperator } from "../store/accounts/accounts.ts";
import { findSession } from "../store/accounts/sessions.ts";
import { type AdminParts, accountContext, cookieHeaders, DONE, type MountAdmin } from "./admin-plane.ts";
import { originOf } from "./browser-sessions.ts";
import { throttleCodes, throttleSignIn } from "./sign-in-throttle.ts";
import { describeSignedIn } from "./signed-in.ts";

/** Mounts the ways to start and continue a session. */
export function mountSignIn(parts: AdminParts, mount: MountAdmin): void {
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
    const { identityProvider } = parts;
    const oidc = identityProvider ? { name: identityProvider.name } : null;
    return answerOf(JSON.stringify({ needs_setup: needsSetup, password: true, oidc }));
  });

  mount(at.setUp, async (caller, { body }) => {
    const { code, email, name = null, password } = body;
    const tokens = await throttleSignIn(limiter, caller.address, "set-up", () =>
      hashing("passwords", async () => {
        const ctx = accountContext(parts, caller);
        await setUpAdministrator(ctx, code, { email, name, password });
        return signIn(ctx, { email, password }, await originOf(parts, caller));
      }),
    );
    return answerSignedIn(caller, tokens);
  });

  mount(at.signIn, async (caller, { body }) => {
    const tokens = await throttleSignIn(limiter, caller.address, body.email, () =>
      hashing("passwords", async () => {
        const ctx = accountContext(parts, caller);
        const proven = await proveAccount(ctx, body);
        const origin = await originOf(parts, caller);
        return throttleCodes(limiter, proven.accountId, body.code, () =>
          startProvenSession(ctx, proven, body.code, origin),
        );
      }),
    );
    return answerSignedIn(caller, tokens);
  });

  mount(at.acceptInvitation, async (caller, { body }) => {
    const tokens = await throttleSignIn(limiter, caller.address, "invitation", () =>
      hashing("passwords", async () => {
        const ctx = accountContext(parts, caller);
        const email = await acceptInvitation(ctx, body.code, body.password, body.name ?? null);
        return signIn(ctx, { email, password: body.password }, await originOf(parts, caller));
      }),
    );
    return answerSignedIn(caller, tokens);
  });

  mount(at.refreshSession, async (caller) => {
    if (caller.refreshToken === undefined) throw new Failure("invalid_session", "sign in first");
    const tokens = await refreshSession(accountContext(parts, caller), caller.refreshToken);
    return answerOf(DONE, { headers: await cookieHeaders(parts, tokens, caller.clock()) });
  });
}
