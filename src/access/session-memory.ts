import { LRUCache } from "lru-cache";
import { ENDED_SESSIONS_PER_MINUTE } from "../contract/rate-limits.ts";
import type { Limiter } from "../http/rate-limit/limiter.ts";
import { Failure } from "../model/failure.ts";
import { networkOf } from "../runtime/address-block.ts";
import { rateLimited } from "./rate-limited.ts";

/** Keeps the tokens of ended sessions from the database: a session that has ended never opens again. */
export interface SessionMemory {
  /** Remembers that a session has just been given tokens. */
  noteOpen(token: string): void;
  /**
   * Runs `check`, which asks the database and throws `invalid_session` if the session of this token has ended. It is not
   * run for a session that is known to have ended, and for an unknown one only within the limit of the address.
   */
  check<T>(token: string, address: string, check: () => Promise<T>): Promise<T>;
}

const MAX_SESSIONS = 20_000;

export function createSessionMemory(limiter: Limiter): SessionMemory {
  const known = new LRUCache<string, "open" | "ended">({ max: MAX_SESSIONS });
  const run = async <T>(token: string, check: () => Promise<T>): Promise<T> => {
    try {
      const result = await check();
      known.set(token, "open");
      return result;
    } catch (error) {
      if (isEnded(error)) known.set(token, "ended");
      throw error;
    }
  };
  const count = (address: string) =>
    limiter.admit([{ bucket: `e:${networkOf(address)}`, quota: ENDED_SESSIONS_PER_MINUTE, windowMs: 60_000 }]);
  return {
    noteOpen: (token) => known.set(token, "open"),
    check: async (token, address, check) => {
      const state = known.get(token);
      if (state === "ended") throw sessionEnded();
      if (state === "open") {
        return run(token, check).catch(async (error: unknown) => {
          if (isEnded(error)) await count(address);
          throw error;
        });
      }
      const attempt = await count(address);
      if (!attempt.admitted) {
        throw rateLimited("bad-credentials", attempt.retryAfterMs, "too many ended sessions from this address");
      }
      try {
        const result = await run(token, check);
        await attempt.release();
        return result;
      } catch (error) {
        // Only an ended session counts, not a failure to reach the database.
        if (!isEnded(error)) await attempt.release();
        throw error;
      }
    },
  };
}

const isEnded = (error: unknown): boolean => error instanceof Failure && error.code === "invalid_session";

export const sessionEnded = () => new Failure("invalid_session", "this session has ended; sign in again");

/** The names under which the tokens of a session are remembered. */
export const accessName = ({ sessionId, accountId }: { readonly sessionId: string; readonly accountId: string }) =>
  `${sessionId} ${accountId}`;
export const refreshName = ({ sessionId }: { readonly sessionId: string }) => sessionId;
