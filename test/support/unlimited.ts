import type { RateLimits } from "../../src/contract/rate-limits.ts";

/** Rate limits that no test reaches. */
export const UNLIMITED: RateLimits = { read: 1_000_000, write: 1_000_000, windowMs: 60_000, domainFactor: 5 };
