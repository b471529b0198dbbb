import { sameDigest } from "./hashing.ts";
import { totpCode, totpStep } from "./totp.ts";

/** A code of the step before or after is accepted too: clocks differ, and typing takes time. */
const WINDOW = 1;

/** Returns the step of a code that is valid now and newer than the last one accepted; undefined otherwise. */
export function matchTotp(secret: string, code: string, at: Date, lastStep: number | null): number | undefined {
  const now = totpStep(at);
  let found: number | undefined;
  for (let step = now - WINDOW; step <= now + WINDOW; step++) {
    if (sameDigest(totpCode(secret, step), code) && step > (lastStep ?? -1)) found ??= step;
  }
  return found;
}
