import { LRUCache } from "lru-cache";
import { INACTIVE_KEY_PER_MINUTE } from "../contract/rate-limits.ts";
import type { Limiter } from "../http/rate-limit/limiter.ts";
import { Failure } from "../model/failure.ts";
import { monotonicMs } from "../runtime/clock.ts";
import { rateLimited } from "./rate-limited.ts";

/** Rate limit for requests with an expired, revoked or disabled key. Counts by key, since a key may be used from many addresses. */
export interface InactiveKeys {
  /** Throws, without asking the limiter, if the key was over its limit a moment ago. */
  check(keyId: string): void;
  /** Counts a request with an inactive key and returns the failure to answer it with. */
  refuse(keyId: string): Promise<Failure>;
}

const MAX_KEYS = 10_000;
/** How long a key over its limit is refused from memory, and so the longest delay until an enabled key works again. */
const HELD_BACK_MS = 1_000;

export function createInactiveKeys(limiter: Limiter): InactiveKeys {
  const heldBack = new LRUCache<string, number>({ max: MAX_KEYS, ttl: HELD_BACK_MS });
  return {
    check: (keyId) => {
      const until = heldBack.get(keyId);
      if (until !== undefined) throw tooMany(until - monotonicMs());
    },
    refuse: async (keyId) => {
      const attempt = await limiter.admit([{ bucket: `i:${keyId}`, quota: INACTIVE_KEY_PER_MINUTE, windowMs: 60_000 }]);
      if (attempt.admitted) {
        return new Failure("inactive_api_key", "this API key has expired, was revoked or is disabled; use another");
      }
      heldBack.set(keyId, monotonicMs() + attempt.retryAfterMs);
      return tooMany(attempt.retryAfterMs);
    },
  };
}

const tooMany = (retryAfterMs: number): Failure =>
  rateLimited("bad-credentials", retryAfterMs, "this API key has expired, was revoked or is disabled; use another");
