import { rateLimited } from "../access/rate-limited.ts";
import { PROVIDER_LIMIT } from "../contract/rate-limits.ts";
import type { Limiter } from "../http/rate-limit/limiter.ts";
import { SignInRefused } from "../model/identity-provider.ts";
import { networkOf } from "../runtime/address-block.ts";

/** Limits responses of the identity provider that turn out to be wrong, by address. */
export async function throttleProvider<T>(limiter: Limiter, address: string, attempt: () => Promise<T>): Promise<T> {
  const { perAddress, windowMs } = PROVIDER_LIMIT;
  const admission = await limiter.admit([{ bucket: `o:${networkOf(address)}`, quota: perAddress, windowMs }]);
  if (!admission.admitted) throw rateLimited("sign-in", admission.retryAfterMs, "too many failed attempts");
  try {
    const result = await attempt();
    await admission.release();
    return result;
  } catch (error) {
    const isRefused = error instanceof SignInRefused && error.problem === "oidc_failed";
    if (!isRefused) await admission.release();
    throw error;
  }
}
