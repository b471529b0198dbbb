import { rateLimited } from "../access/rate-limited.ts";
import { SIGN_IN_LIMITS } from "../contract/rate-limits.ts";
import type { Limiter } from "../http/rate-limit/limiter.ts";
import { FAILURE_STATUS, Failure } from "../model/failure.ts";
import { sha256 } from "../runtime/hashing.ts";

/**
 * Limits wrong passwords and codes by address, and by address and account. Nobody can lock others out: attempts from
 * elsewhere do not count against them.
 */
export async function throttleSignIn<T>(
  limiter: Limiter,
  address: string,
  account: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const { perAccount, perAddress, windowMs } = SIGN_IN_LIMITS;
  const admission = await limiter.admit([
    { bucket: `i:${address}:${sha256(account.trim().toLowerCase())}`, quota: perAccount, windowMs },
    { bucket: `i:${address}`, quota: perAddress, windowMs },
  ]);
  if (!admission.admitted) throw rateLimited("sign-in", admission.retryAfterMs, "too many failed attempts");
  try {
    const result = await attempt();
    await admission.release();
    return result;
  } catch (error) {
    if (!isWrongSecret(error)) await admission.release();
    throw error;
  }
}

/** Whether an attempt failed because of what was entered. A missing code is not wrong. */
const isWrongSecret = (error: unknown): boolean =>
  error instanceof Failure && FAILURE_STATUS[error.code] === 401 && error.code !== "code_required";
