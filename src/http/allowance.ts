import type { Admission } from "./rate-limit/limiter.ts";

export interface RateLimits {
  readonly read: number;
  readonly write: number;
  readonly windowMs: number;
  /** A domain's keys together may use this many times one key's limit. */
  readonly domainFactor: number;
}

export const RATE_LIMITS: RateLimits = { read: 1_000, write: 200, windowMs: 60_000, domainFactor: 5 };

export type Policy = "read" | "write";

/** Conditional requests get this many times the read limit. A 304 counts against this limit, not against the read limit. */
export const CONDITIONAL_FACTOR = 5;

/** A caller's rate limit and what is left of it; sent with every authenticated response. */
export interface Allowance {
  readonly policy: Policy;
  readonly quota: number;
  readonly windowMs: number;
  readonly admission: Admission;
}

/** Returns the rate-limit headers: those of the IETF draft, and the older `X-RateLimit-*`. */
export function allowanceHeaders(
  { policy, quota, windowMs, admission }: Allowance,
  now: Date,
  remaining = admission.remaining,
): Record<string, string> {
  const seconds = Math.ceil(admission.resetMs / 1_000);
  return {
    "ratelimit-policy": `"${policy}";q=${quota};w=${Math.ceil(windowMs / 1_000)}`,
    ratelimit: `"${policy}";r=${remaining};t=${seconds}`,
    "x-ratelimit-limit": String(quota),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(now.getTime() / 1_000) + seconds),
  };
}
