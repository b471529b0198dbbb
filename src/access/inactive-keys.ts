import { LRUCache } from "lru-cache";
import type { Limiter } from "../http/rate-limit/limiter.ts";
import { Failure } from "../model/failure.ts";
import { monotonicMs } from "../runtime/clock.ts";
import { rateLimited } from "./rate-limited.ts";

/** Limits the requests with a key that has ended, by key: its owner may use it from many addresses. */
export interface InactiveKeys {
  /** Throws, without asking anyone, when the key was sent too often a moment ago. */
  check(keyId: string): void;
  /** Counts a request with a key that has ended and returns its refusal. */
  refuse(keyId: string): Promise<Failure>;
}

const REQUESTS_PER_MINUTE = 60;
const MAX_KEYS = 10_000;
/** So long a key over its limit is not looked at again: one that is enabled again works within this time. */
const HELD_BACK_MS = 1_000;

export function createInactiveKeys(limiter: Limiter): InactiveKeys {
  const heldBack = new LRUCache<string, number>({ max: MAX_KEYS, ttl: HELD_BACK_MS });
  return {
    check: (keyId) => {
      const until = heldBack.get(keyId);
      if (until !== undefined) throw tooMany(until - monotonicMs());
    },
    refuse: async (keyId) => {
      const attempt = await limiter.admit([{ bucket: `i:${keyId}`, quota: REQUESTS_PER_MINUTE, windowMs: 60_000 }]);
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
