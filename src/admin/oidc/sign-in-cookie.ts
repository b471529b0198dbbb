import type { Sealer } from "../../runtime/encryption.ts";
import type { SignInAttempt } from "./identity-provider.ts";

/** What the browser keeps, encrypted, while the person is at the provider. */
export interface PendingSignIn extends SignInAttempt {
  readonly returnTo: string;
  readonly expiresAt: Date;
}

/** What the sealer that encrypts the cookie is made for. */
export const COOKIE_PURPOSE = "sign-in attempts";
/** A person has this long to sign in at the provider. */
export const PENDING_SECONDS = 600;

const PLACE = "cookie";

export function sealPending(sealer: Sealer, { state, nonce, verifier, returnTo, expiresAt }: PendingSignIn): string {
  return sealer.seal(JSON.stringify([state, nonce, verifier, returnTo, expiresAt.getTime()]), PLACE);
}

/** Returns undefined for a cookie that is missing, changed or too old. */
export function openPending(sealer: Sealer, cookie: string | undefined, now: Date): PendingSignIn | undefined {
  const text = cookie === undefined ? undefined : sealer.open(cookie, PLACE);
  if (text === undefined) return undefined;
  const [state, nonce, verifier, returnTo, expires] = JSON.parse(text) as [string, string, string, string, number];
  return expires > now.getTime() ? { state, nonce, verifier, returnTo, expiresAt: new Date(expires) } : undefined;
}
