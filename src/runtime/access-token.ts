import { hkdfSync } from "node:crypto";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";

const ALGORITHM = "HS256";
const TYPE = "at+jwt";
const ISSUER = "parapet";
const AUDIENCE = "parapet-admin";
/** The longest token that is read; ours have some 350 characters. */
const MAX_LENGTH = 1_024;
/** Three parts in base64url. The library decodes other spellings of the same bytes too. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export const ACCESS_TOKEN_SECONDS = 300;

/** The claims that a request is authorized by; everything else is read from the session. */
export interface AccessClaims {
  readonly accountId: string;
  readonly sessionId: string;
}

/** Issues and verifies the short-lived JWTs of sessions. */
export interface AccessTokens {
  issue(claims: AccessClaims, now: Date): Promise<string>;
  /** Returns undefined for a token that is malformed, expired, not yet valid, or signed by anyone else. */
  verify(token: string, now: Date): Promise<AccessClaims | undefined>;
}

/** Derives the signing key from the server's secret, so that every process of an installation accepts the tokens of the others. */
export function createAccessTokens(secret: string): AccessTokens {
  const key = new Uint8Array(hkdfSync("sha256", secret, "parapet", "access tokens", 32));
  return {
    issue: ({ accountId, sessionId }, now) => {
      const issuedAt = Math.floor(now.getTime() / 1_000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(accountId)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(key);
    },
    verify: async (token, now) => {
      if (token.length > MAX_LENGTH || !COMPACT.test(token)) return undefined;
      const options = {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: now,
        maxTokenAge: ACCESS_TOKEN_SECONDS,
        requiredClaims: ["sub", "sid", "iat", "nbf", "exp"],
      };
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, options);
        // Headers that could point a verifier to another key are never part of our tokens.
        return Object.keys(protectedHeader).length === 2 ? toClaims(payload) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

function toClaims({ sub, sid, aud }: JWTPayload): AccessClaims | undefined {
  if (typeof sub !== "string" || typeof sid !== "string" || typeof aud !== "string") return undefined;
  return { accountId: sub, sessionId: sid };
}
