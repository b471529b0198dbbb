/** How many requests are answered in any window. */
export interface RateLimits {
  readonly read: number;
  readonly write: number;
  readonly windowMs: number;
  /** A domain's keys together may use this many times one key's limit. */
  readonly domainFactor: number;
}

export const RATE_LIMITS: RateLimits = { read: 1_000, write: 200, windowMs: 60_000, domainFactor: 5 };

/** Conditional requests get this many times the read limit. A 304 counts against this limit, not against the read limit. */
export const CONDITIONAL_FACTOR = 5;

/** Requests with a wrong key that one client address may make in a minute. */
export const WRONG_KEYS_PER_MINUTE = 60;

/** Requests that may be made in a minute with a key that has expired, was revoked or is disabled. */
export const INACTIVE_KEY_PER_MINUTE = 60;

export type AdminRateLimits = Pick<RateLimits, "read" | "write" | "windowMs">;

/** Requests of one account to the admin API, and of one address that is not signed in. */
export const ADMIN_RATE_LIMITS: AdminRateLimits = { read: 1_200, write: 300, windowMs: 60_000 };

/** Requests with a token of a session that has ended that one client address may have checked in a minute. */
export const ENDED_SESSIONS_PER_MINUTE = 60;

/**
 * Wrong passwords or codes from one address for one account, and from one address in all, in a window. A session, and a
 * browser in which the account was signed in to before, may send as many as an address for one account.
 */
export const SIGN_IN_LIMITS = { perAccount: 10, perAddress: 50, windowMs: 15 * 60_000 } as const;

/** Wrong passwords for one account from all browsers that are new to it, in a window. */
export const ACCOUNT_LIMIT = { perAccount: 100, windowMs: 60 * 60_000 } as const;

/**
 * Refused sign-ins that are recorded, in a window: wrong ones of one account, those over a limit of one account and of one
 * address, and all together.
 */
export const REFUSAL_ENTRIES = {
  perAccount: 60,
  overLimit: 1,
  overLimitPerAddress: 5,
  total: 1_000,
  windowMs: 60 * 60_000,
} as const;

/** Responses of one address that the identity provider refused: each is a request to the provider in the name of Parapet. */
export const PROVIDER_LIMIT = { perAddress: 50, windowMs: 15 * 60_000 } as const;

/** Wrong codes of an authenticator app for one account with its right password, from all addresses, in a window. */
export const CODE_LIMIT = { perAccount: 20, windowMs: 60 * 60_000 } as const;
