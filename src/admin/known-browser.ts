import { normalizeEmail } from "../model/account.ts";
import type { Sealer } from "../runtime/encryption.ts";
import { newId } from "../runtime/ids.ts";

/** A browser in which somebody has signed in to an account with its password. */
export interface KnownBrowser {
  readonly browserId: string;
  /** The stamp of that password: it is known no longer when the account has another one. */
  readonly passwordStamp: string;
}

/** What the sealer that encrypts the cookie is made for. */
export const KNOWN_BROWSER_PURPOSE = "known browsers";
/** A browser is known this long after the last sign-in with a password. */
export const KNOWN_BROWSER_SECONDS = 90 * 86_400;

const PLACE = "cookie";
type Sealed = [email: string, browserId: string, passwordStamp: string, expires: number];

/** Returns what a browser keeps of a sign-in to an account with a password. */
export function sealKnownBrowser(sealer: Sealer, email: string, passwordStamp: string, now: Date): string {
  const kept: Sealed = [email, newId(), passwordStamp, now.getTime() + KNOWN_BROWSER_SECONDS * 1_000];
  return sealer.seal(JSON.stringify(kept), PLACE);
}

/** Returns the browser of a cookie; undefined if nobody has signed in to this account there lately. */
export function openKnownBrowser(
  sealer: Sealer,
  cookie: string | undefined,
  email: string,
  now: Date,
): KnownBrowser | undefined {
  const text = cookie === undefined ? undefined : sealer.open(cookie, PLACE);
  if (text === undefined) return undefined;
  const [known, browserId, passwordStamp, expires] = JSON.parse(text) as Sealed;
  if (known !== normalizeEmail(email) || !(expires > now.getTime())) return undefined;
  return { browserId, passwordStamp };
}
