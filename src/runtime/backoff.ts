import type { Chance } from "./chance.ts";

/** Bounds of an exponential backoff. */
export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

/** Returns the delay before the next try: exponential up to a limit, with 50 % jitter. */
export function backoffMs(failures: number, { baseMs, maxMs }: Backoff, chance: Chance): number {
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(30, Math.max(0, failures - 1)));
  return Math.round(full * (0.5 + chance() / 2));
}
