import type { AnonymousCaller } from "../../access/admin-caller.ts";
import type { ProvingContext } from "../../actions/accounts/attempt-limits.ts";
import { checkInvitation } from "../../actions/accounts/invite-member.ts";
import { recordRefusal } from "../../actions/accounts/record-refusal.ts";
import { requireProvenSince, signInWithIdentity } from "../../actions/accounts/sign-in-with-identity.ts";
import { adminEndpoints as at } from "../../contract/admin/admin-endpoints.ts";
import { type Answer, answerOf } from "../../http/answer.ts";
import { NO_PENDING_COOKIE, pendingCookie } from "../../http/session-cookies.ts";
import { Failure } from "../../model/failure.ts";
import { SignInRefused } from "../../model/identity-provider.ts";
import { createSealer } from "../../runtime/encryption.ts";
import { sameDigest } from "../../runtime/hashing.ts";
import { type AdminParts, accountContext, cookieHeaders, type MountAdmin } from "../admin-plane.ts";
import { findBrowserSessions, originOf } from "../browser-sessions.ts";
import { throttleProvider } from "../throttle-provider.ts";
import { newAttempt, type ProviderResponse } from "./identity-provider.ts";
import { returnPathOf } from "./return-path.ts";
import { COOKIE_PURPOSE, openPending, PENDING_SECONDS, sealPending, startedAt } from "./sign-in-cookie.ts";

/** Mounts the sign-in through an OpenID provider. Both operations send the browser on, also when they fail. */
export function mountOidc(parts: AdminParts, mount: MountAdmin): void {
  const sealer = createSealer(parts.secret, COOKIE_PURPOSE);

  const begin = async (caller: AnonymousCaller, { returnTo, again, invitation }: Start) => {
    const attempt = newAttempt();
    const location = await providerOf(parts).authorizationUrl(attempt, again);
    const expiresAt = new Date(caller.clock().getTime() + PENDING_SECONDS * 1_000);
    const earlierSessionIds = await findBrowserSessions(parts, caller);
    const sealed = sealPending(sealer, { ...attempt, returnTo, expiresAt, invitation, again, earlierSessionIds });
    return { location, cookies: [pendingCookie(sealed, PENDING_SECONDS)] };
  };

  const start = async (caller: AnonymousCaller, from: Start): Promise<Answer> => {
    const { location, cookies } = await begin(caller, from);
    return redirect(location, cookies);
  };

  const join = async (caller: AnonymousCaller, invitation: string): Promise<Answer> => {
    await checkInvitation(accountContext(parts, caller), invitation);
    const { location, cookies } = await begin(caller, { returnTo: "/", again: false, invitation }).catch(orUnavailable);
    return answerOf(JSON.stringify({ location }), { headers: { "set-cookie": cookies } });
  };

  const finish = async (caller: AnonymousCaller, response: ProviderResponse): Promise<Answer> => {
    const provider = providerOf(parts);
    const pending = openPending(sealer, caller.pendingSignIn, caller.clock());
    if (!pending || !sameDigest(response.state ?? "", pending.state)) {
      throw new SignInRefused("oidc_failed", "the response belongs to no sign-in of this browser");
    }
    const identity = await throttleProvider(parts.limiter, caller.address, () => provider.identify(pending, response));
    if (pending.again) requireProvenSince(identity, startedAt(pending), caller.clock());
    const policy = { emailDomains: provider.emailDomains };
    const { address, userAgent, earlierSessionIds: current = [] } = await originOf(parts, caller);
    const earlierSessionIds = [...new Set([...pending.earlierSessionIds, ...current])];
    const origin = { address, userAgent, earlierSessionIds };
    const ctx = accountContext(parts, caller);
    const tokens = await signInWithIdentity(ctx, identity, pending, policy, origin).catch(async (error: unknown) => {
      await recordRefusedIdentity(ctx, error);
      throw error;
    });
    const cookies = await cookieHeaders(parts, tokens, caller.clock());
    return redirect(pending.returnTo, [...(cookies["set-cookie"] ?? []), NO_PENDING_COOKIE]);
  };

  const orExplain = (work: Promise<Answer>): Promise<Answer> =>
    work.catch((error: unknown) => {
      if (!(error instanceof SignInRefused)) throw error;
      const { problem, message } = error;
      parts.plane.app.log.warn({ problem, reason: message }, "a sign-in through the identity provider failed");
      return redirect(`/sign-in?problem=${problem}`, [NO_PENDING_COOKIE]);
    });

  mount(at.startOidc, (caller, { query }) =>
    orExplain(start(caller, { returnTo: returnPathOf(query.return_to), again: query.again === true })),
  );
  mount(at.joinWithOidc, (caller, { body }) => join(caller, body.code));
  mount(at.finishOidc, (caller, { query }) => {
    const { code, state, iss, error } = query;
    const response = { ...(code && { code }), ...(state && { state }), ...(iss && { iss }), ...(error && { error }) };
    return orExplain(finish(caller, response));
  });
}

/** Records a refusal that is for an account. The person has proven to the provider who they are. */
async function recordRefusedIdentity(ctx: ProvingContext, error: unknown): Promise<void> {
  if (!(error instanceof SignInRefused) || error.accountId === undefined) return;
  const { problem, accountId } = error;
  await recordRefusal(ctx, "wrong", { reason: problem, about: accountId, findAccountId: async () => accountId });
}

interface Start {
  readonly returnTo: string;
  readonly again: boolean;
  readonly invitation?: string;
}

function orUnavailable(error: unknown): never {
  if (!(error instanceof SignInRefused)) throw error;
  throw new Failure("unavailable", "the identity provider cannot be reached; try again later, or choose a password");
}

function providerOf({ identityProvider }: AdminParts) {
  if (identityProvider) return identityProvider;
  throw new SignInRefused("oidc_unavailable", "no identity provider is configured");
}

const redirect = (location: string, cookies: string[]): Answer =>
  answerOf("", { headers: { location, "set-cookie": cookies } });
