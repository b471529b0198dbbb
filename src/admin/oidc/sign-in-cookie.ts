import type { Sealer } from "../../runtime/encryption.ts";
import type { SignInAttempt } from "./identity-provider.ts";

/** What the browser keeps, encrypted, while the person is at the provider. */
export interface PendingSignIn extends SignInAttempt {
  readonly returnTo: string;
  /** The code of the invitation that is accepted. */
  readonly invitation?: string | undefined;
  readonly expiresAt: Date;
}

/** What the sealer that encrypts the cookie is made for. */
export const COOKIE_PURPOSE = "sign-in attempts";
/** A person has this long to sign in at the provider. */
export const PENDING_SECONDS = 600;

const PLACE = "cookie";
type Sealed = [
  state: string,
  nonce: string,
  verifier: string,
  returnTo: string,
  expires: number,
  invitation: string | null,
];

export function sealPending(sealer: Sealer, { expiresAt, ...pending }: PendingSignIn): string {
  const { state, nonce, verifier, returnTo, invitation } = pending;
  return sealer.seal(JSON.stringify([state, nonce, verifier, returnTo, expiresAt.getTime(), invitation]), PLACE);
}

/** Returns undefined for a cookie that is missing, changed or too old. */
export function openPending(sealer: Sealer, cookie: string | undefined, now: Date): PendingSignIn | undefined {
  const text = cookie === undefined ? undefined : sealer.open(cookie, PLACE);
  if (text === undefined) return undefined;
  const [state, nonce, verifier, returnTo, expires, invitation] = JSON.parse(text) as Sealed;
  if (expires <= now.getTime()) return undefined;
  return { state, nonce, verifier, returnTo, expiresAt: new Date(expires), invitation: invitation ?? undefined };
}
