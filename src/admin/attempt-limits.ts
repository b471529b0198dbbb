import { rateLimited } from "../access/rate-limited.ts";
import type { AttemptLimits, EntryAdmission, Guess } from "../actions/accounts/attempt-limits.ts";
import { ACCOUNT_LIMIT, CODE_LIMIT, REFUSAL_ENTRIES, SIGN_IN_LIMITS } from "../contract/rate-limits.ts";
import type { Admission, Limit, Limiter } from "../http/rate-limit/limiter.ts";
import { networkOf } from "../runtime/address-block.ts";
import { sha256 } from "../runtime/hashing.ts";
import type { KnownBrowser } from "./known-browser.ts";

export interface AttemptLimitParts {
  readonly limiter: Limiter;
  readonly address: string;
  /** The session of a caller who is signed in. */
  readonly sessionId: string | undefined;
  /** Returns the caller's browser if somebody has signed in there with a password of this account. */
  knownBrowser(about: string): KnownBrowser | undefined;
}

type Limits = readonly [Limit, ...Limit[]];

/**
 * Creates the limits of one caller. Nobody can lock others out: a browser in which the account was signed in to, and a
 * session, have a limit of their own, and everybody else is counted by address. Wrong passwords from browsers that are
 * new to an account are also counted together, from wherever they come: many addresses must not guess one.
 */
export function createAttemptLimits(parts: AttemptLimitParts): AttemptLimits {
  return {
    admit: (guess) => {
      if (guess.of === "password") return admitPassword(parts, guess);
      return guess.of === "app code" ? admitAppCode(parts, guess) : admitOwn(parts, guess);
    },
    admitEntry: (kind, about) => admitEntry(parts, kind, about),
  };
}

const TOO_MANY = "too many failed attempts";

async function admitOwn(parts: AttemptLimitParts, guess: Guess): Promise<Admission> {
  return orRefuse(await parts.limiter.admit(await ownLimits(parts, guess)));
}

/** Counts a password of a new browser for the account too. */
async function admitPassword(parts: AttemptLimitParts, guess: Guess): Promise<Admission> {
  if ((await trustedBucket(parts, guess)) !== undefined) return admitOwn(parts, guess);
  const own = addressLimits(parts, guess);
  const { perAccount: quota, windowMs } = ACCOUNT_LIMIT;
  const admission = await parts.limiter.admit([...own, { bucket: `g:${sha256(guess.about)}`, quota, windowMs }]);
  if (admission.admitted || admission.refusedBy !== own.length) return orRefuse(admission);
  // A refusal counts against the address too, so that asking whether the caller is the owner is limited.
  const alone = await admitOwn(parts, guess);
  if (await guess.isOwner?.()) return alone;
  const message =
    "too many failed attempts for this account; use a browser or a network that you have signed in from, or a recovery code";
  throw rateLimited("sign-in", admission.retryAfterMs, message);
}

/**
 * Counts a code of an authenticator app for the account, from wherever it comes. It is compared when the password was
 * right, so that nobody else can use the limit up. Recovery codes, which are too long to guess, are not counted there,
 * so that a stolen password does not lock the owner out.
 */
async function admitAppCode(parts: AttemptLimitParts, guess: Guess): Promise<Admission> {
  const { perAccount: quota, windowMs } = CODE_LIMIT;
  const codes = { bucket: `c:${sha256(guess.about)}`, quota, windowMs };
  const admission = await parts.limiter.admit([codes, ...(await ownLimits(parts, guess))]);
  return orRefuse(admission, admission.refusedBy === 0 ? "too many wrong codes; a recovery code works" : TOO_MANY);
}

function orRefuse(admission: Admission, message = TOO_MANY): Admission {
  if (admission.admitted) return admission;
  throw rateLimited("sign-in", admission.retryAfterMs, message);
}

/** The limits of the session, of the known browser, or of the address of the caller. */
async function ownLimits(parts: AttemptLimitParts, guess: Guess): Promise<Limits> {
  const { perAccount, windowMs } = SIGN_IN_LIMITS;
  const trusted = await trustedBucket(parts, guess);
  return trusted === undefined ? addressLimits(parts, guess) : [{ bucket: trusted, quota: perAccount, windowMs }];
}

function addressLimits({ address }: AttemptLimitParts, { about }: Guess): Limits {
  const { perAccount, perAddress, windowMs } = SIGN_IN_LIMITS;
  const network = networkOf(address);
  return [
    { bucket: `i:${network}:${sha256(about)}`, quota: perAccount, windowMs },
    { bucket: `i:${network}`, quota: perAddress, windowMs },
  ];
}

async function trustedBucket(
  { sessionId, knownBrowser }: AttemptLimitParts,
  guess: Guess,
): Promise<string | undefined> {
  if (sessionId !== undefined) return `v:${sessionId}`;
  const browser = knownBrowser(guess.about);
  if (browser === undefined || browser.passwordStamp !== (await guess.passwordStamp?.())) return undefined;
  return `v:${browser.browserId}`;
}

/**
 * Bounds how many refusals are recorded, so that a flood does not fill the audit log. It does not depend on whether there
 * is an account: the time of a response must not reveal that.
 */
async function admitEntry(
  { limiter, address }: AttemptLimitParts,
  kind: "wrong" | "limited",
  about: string,
): Promise<EntryAdmission | undefined> {
  const { perAccount, overLimit, overLimitPerAddress, total, windowMs } = REFUSAL_ENTRIES;
  const own: Limits =
    kind === "wrong"
      ? [{ bucket: `r:${sha256(about)}`, quota: perAccount, windowMs }]
      : [
          { bucket: `rl:${sha256(about)}`, quota: overLimit, windowMs },
          { bucket: `rl:${networkOf(address)}`, quota: overLimitPerAddress, windowMs },
        ];
  const admission = await limiter.admit(own);
  if (!admission.admitted) return undefined;
  const all = await limiter.admit([{ bucket: "r", quota: total, windowMs }]);
  const isLast = kind === "wrong" && admission.remaining === 0;
  if (all.admitted) return { omitted: isLast ? "further refusals of this account, for up to an hour" : undefined };
  const marker = await limiter.admit([{ bucket: "rm", quota: 1, windowMs }]);
  return marker.admitted ? { omitted: "further refusals of all accounts, for up to an hour" } : undefined;
}
