import { hmacSha256, sameDigest } from "./hashing.ts";
import { newToken } from "./one-time-secret.ts";

const FORMAT = /^([0-9a-f-]{36})\.([\w-]{43})\.([\w-]{43})$/;

/**
 * Returns a new refresh token of a session: its id, 256 random bits and a digest of both under the server's secret, so
 * that a made-up token costs no database query.
 */
export function newRefreshToken(secret: string, sessionId: string): string {
  const body = `${sessionId}.${newToken()}`;
  return `${body}.${signatureOf(secret, body)}`;
}

/** Returns the id of the session that a refresh token was made for; undefined for a token that this server did not make. */
export function sessionOfRefreshToken(secret: string, token: string): string | undefined {
  const [, sessionId, random, signature = ""] = FORMAT.exec(token) ?? [];
  return sameDigest(signatureOf(secret, `${sessionId}.${random}`), signature) ? sessionId : undefined;
}

const signatureOf = (secret: string, body: string): string => hmacSha256(secret, `refresh token ${body}`);
