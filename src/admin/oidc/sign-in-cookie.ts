import type { Sealer } from "../../runtime/encryption.ts";
import type { SignInAttempt } from "./identity-provider.ts";

/** What the browser keeps, encrypted, while the person is at the provider. */
export interface PendingSignIn extends SignInAttempt {
  readonly returnTo: string;
  /** The code of the invitation that is accepted. */
  readonly invitation?: string | undefined;
  /** Whether the provider was asked to prompt for the credentials even if it remembers the person. */
  readonly again: boolean;
  /** The sessions of the browser, whose cookies do not come with the request in which the provider sends it back. */
  readonly earlierSessionIds: readonly string[];
  readonly expiresAt: Date;
}

/** What the sealer that encrypts the cookie is made for. */
export const COOKIE_PURPOSE = "sign-in attempts";
/** A person has this long to sign in at the provider. */
export const PENDING_SECONDS = 600;

/** Returns when an attempt was started. */
export const startedAt = ({ expiresAt }: Pick<PendingSignIn, "expiresAt">): Date =>
  new Date(expiresAt.getTime() - PENDING_SECONDS * 1_000);

/** Another one than that of earlier versions, whose cookies hold less. */
const PLACE = "cookie 2";
type Sealed = [
  state: string,
  nonce: string,
  verifier: string,
  returnTo: string,
  expires: number,
  invitation: string | null,
  again: boolean,
  earlierSessionIds: readonly string[],
];

export function sealPending(sealer: Sealer, { expiresAt, ...pending }: PendingSignIn): string {
  const { state, nonce, verifier, returnTo, invitation = null, again, earlierSessionIds } = pending;
  const expires = expiresAt.getTime();
  const sealed: Sealed = [state, nonce, verifier, returnTo, expires, invitation, again, earlierSessionIds];
  return sealer.seal(JSON.stringify(sealed), PLACE);
}

/** Returns undefined for a cookie that is missing, changed or too old. */
export function openPending(sealer: Sealer, cookie: string | undefined, now: Date): PendingSignIn | undefined {
  const text = cookie === undefined ? undefined : sealer.open(cookie, PLACE);
  if (text === undefined) return undefined;
  const [state, nonce, verifier, returnTo, expires, invitation, again, earlierSessionIds] = JSON.parse(text) as Sealed;
  if (expires <= now.getTime()) return undefined;
  const attempt = { state, nonce, verifier, returnTo, again, earlierSessionIds };
  return { ...attempt, expiresAt: new Date(expires), invitation: invitation ?? undefined };
}
