import { Failure } from "../model/failure.ts";

/** Returns the failure for a request that is over a limit. */
export function rateLimited(policy: string, retryAfterMs: number, message: string): Failure {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  const details = { retry_after: seconds, policy };
  return new Failure("rate_limited", `${message}; retry in ${seconds} s`, details, { "retry-after": String(seconds) });
}
