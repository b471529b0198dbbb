import { Failure } from "../model/failure.ts";

/** Returns the failure for a request that is over a limit. */
export function rateLimited(policy: string, retryAfterMs: number, message: string): Failure {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  const details = { retry_after: seconds, policy };
  return new Failure("rate_limited", `${message}; try again in ${waitOf(seconds)}`, details, {
    "retry-after": String(seconds),
  });
}

/** Returns a time to wait as people read it. */
function waitOf(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
