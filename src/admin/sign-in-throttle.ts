import { rateLimited } from "../access/rate-limited.ts";
import { CODE_LIMIT, PROVIDER_LIMIT, SIGN_IN_LIMITS } from "../contract/rate-limits.ts";
import type { Admission, Limiter } from "../http/rate-limit/limiter.ts";
import { normalizeEmail } from "../model/account.ts";
import { FAILURE_STATUS, Failure } from "../model/failure.ts";
import { SignInRefused } from "../model/identity-provider.ts";
import { networkOf } from "../runtime/address-block.ts";
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
  const network = networkOf(address);
  const admission = await limiter.admit([
    { bucket: `i:${network}:${sha256(normalizeEmail(account) ?? account)}`, quota: perAccount, windowMs },
    { bucket: `i:${network}`, quota: perAddress, windowMs },
  ]);
  if (!admission.admitted) throw rateLimited("sign-in", admission.retryAfterMs, "too many failed attempts");
  return countIfWrong(admission, attempt);
}

const APP_CODE = /^\d{6}$/;

/**
 * Limits wrong codes of an authenticator app by account, from wherever they come: many addresses must not guess one.
 * It is called when the password was right, so that nobody else can use the limit up. Recovery codes, which are too long
 * to guess, are always tried, so that a stolen password does not lock the owner out.
 */
export async function throttleCodes<T>(
  limiter: Limiter,
  accountId: string,
  code: string | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  if (code === undefined || !APP_CODE.test(code.replaceAll(/\s/g, ""))) return attempt();
  const { perAccount, windowMs } = CODE_LIMIT;
  const admission = await limiter.admit([{ bucket: `c:${accountId}`, quota: perAccount, windowMs }]);
  if (admission.admitted) return countIfWrong(admission, attempt);
  throw rateLimited("sign-in", admission.retryAfterMs, "too many wrong codes; a recovery code works");
}

/** Limits responses of the identity provider that turn out to be wrong, by address. */
export async function throttleProvider<T>(limiter: Limiter, address: string, attempt: () => Promise<T>): Promise<T> {
  const { perAddress, windowMs } = PROVIDER_LIMIT;
  const admission = await limiter.admit([{ bucket: `o:${networkOf(address)}`, quota: perAddress, windowMs }]);
  if (!admission.admitted) throw rateLimited("sign-in", admission.retryAfterMs, "too many failed attempts");
  return countIfWrong(admission, attempt, isRefusedResponse);
}

async function countIfWrong<T>(
  admission: Pick<Admission, "release">,
  attempt: () => Promise<T>,
  isWrong = isWrongSecret,
): Promise<T> {
  try {
    const result = await attempt();
    await admission.release();
    return result;
  } catch (error) {
    if (!isWrong(error)) await admission.release();
    throw error;
  }
}

/** Whether an attempt failed because of what was entered. A missing code is not wrong. */
const isWrongSecret = (error: unknown): boolean =>
  error instanceof Failure && FAILURE_STATUS[error.code] === 401 && error.code !== "code_required";

const isRefusedResponse = (error: unknown): boolean =>
  error instanceof SignInRefused && error.problem === "oidc_failed";
