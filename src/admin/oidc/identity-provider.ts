import * as oidc from "openid-client";
import { normalizeName } from "../../model/account.ts";
import { type Identity, type IdentityProviderSettings, SignInRefused } from "../../model/identity-provider.ts";

/** What binds a response of the provider to the browser that asked for it. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

export const newAttempt = (): SignInAttempt => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});

/** The parameters with which the provider sends a browser back. */
export type ProviderResponse = Readonly<Partial<Record<"code" | "state" | "iss" | "error", string>>>;

export interface IdentityProvider {
  readonly name: string;
  readonly emailDomains: readonly string[];
  /** Returns where to send a browser; `again` has the provider ask for credentials even if it remembers the person. */
  authorizationUrl(attempt: SignInAttempt, again: boolean): Promise<string>;
  /** Exchanges the code of a response and verifies the ID token. Throws `SignInRefused` if anything is wrong. */
  identify(attempt: SignInAttempt, response: ProviderResponse): Promise<Identity>;
}

/** Each request to the provider ends after this time. */
const TIMEOUT_SECONDS = 4;
const DISCOVERY_KEPT_MS = 3_600_000;
/** Printable ASCII, not blank, of at most 255 characters: what the protocol allows. */
const SUBJECT = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

/** Creates the client of a provider. It contacts the provider when somebody signs in, not before. */
export function createIdentityProvider(
  settings: IdentityProviderSettings,
  redirectPath: string,
  now: () => number,
): IdentityProvider {
  const redirectUri = settings.publicUrl + redirectPath;
  const configuration = keepFor(DISCOVERY_KEPT_MS, now, () => discover(settings));
  return {
    name: settings.name,
    emailDomains: settings.emailDomains,
    authorizationUrl: async ({ state, nonce, verifier }, again) => {
      const parameters = {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
        ...(again && { prompt: "login", max_age: "0" }),
      };
      return oidc.buildAuthorizationUrl(await configuration(), parameters).href;
    },
    identify: async (attempt, response) => {
      const config = await configuration();
      const returned = new URL(redirectUri);
      for (const [name, value] of Object.entries(response)) returned.searchParams.set(name, value);
      return readIdentity(config, attempt, returned).catch(refuse);
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: IdentityProviderSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  const setUp = [
    oidc.enableNonRepudiationChecks,
    // The settings allow this for the local machine only.
    ...(server.protocol === "http:" ? [oidc.allowInsecureRequests] : []),
  ];
  const options = { execute: setUp, timeout: TIMEOUT_SECONDS };
  try {
    return await oidc.discovery(server, clientId, undefined, authenticateWith(clientSecret), options);
  } catch (error) {
    throw new SignInRefused("oidc_unavailable", `discovery: ${reasonOf(error)}`);
  }
}

/** Sends the client secret in a header, which is the default of the protocol, unless the provider supports only the body. */
function authenticateWith(clientSecret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = methods.includes("client_secret_basic") ? basic : post;
    authenticate(server, client, body, headers);
  };
}

async function readIdentity(config: oidc.Configuration, attempt: SignInAttempt, returned: URL): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(config, returned, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || !SUBJECT.test(claims.sub)) throw new SignInRefused("oidc_failed", "no usable subject");
  // Some providers leave the email address out of the ID token.
  const needsMore = claims["email"] === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
  const more: Readonly<Record<string, unknown>> = needsMore
    ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    : {};
  const { email, email_verified: isVerified, name } = { ...more, ...(claims as typeof more) };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: typeof email === "string" && isVerified === true ? email : undefined,
    name: typeof name === "string" ? normalizeName(name) : null,
    authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1_000),
  };
}

function refuse(error: unknown): never {
  if (error instanceof SignInRefused) throw error;
  throw new SignInRefused(isOutage(error) ? "oidc_unavailable" : "oidc_failed", reasonOf(error));
}

/** Returns whether the provider could not be reached, did not respond in time, or failed itself. */
function isOutage(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  if (error instanceof TypeError) return message === "fetch failed";
  return code === "OAUTH_TIMEOUT" || (cause instanceof Response && cause.status >= 500);
}

/** Returns the code of an error, without text that the provider sent. */
function reasonOf(error: unknown): string {
  const { code, error: word } = error as { code?: unknown; error?: unknown };
  const words = [code, word].filter((text) => typeof text === "string" && /^\w{1,64}$/.test(text));
  return words.join(" ") || (error instanceof Error ? error.name : "unknown");
}

/**
 * Returns a value that is loaded on first use and again after some time. Concurrent callers share one attempt; a failed
 * one is not kept, and while a newer value cannot be loaded the earlier one is used.
 */
function keepFor<T>(ms: number, now: () => number, load: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: T; readonly at: number } | undefined;
  let loading: Promise<T> | undefined;
  const reload = async (): Promise<T> => {
    try {
      const value = await load();
      kept = { value, at: now() };
      return value;
    } catch (error) {
      if (kept) return kept.value;
      throw error;
    } finally {
      loading = undefined;
    }
  };
  return async () => {
    if (kept && now() - kept.at < ms) return kept.value;
    loading ??= reload();
    return loading;
  };
}
