import type { Admission } from "./rate-limit/limiter.ts";

export type Policy = "read" | "write";

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
