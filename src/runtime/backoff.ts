import type { Chance } from "./chance.ts";

export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

/** Doubles with each failure up to a limit; half of it is chance, so that those who failed together do not return together. */
export function backoffMs(failures: number, { baseMs, maxMs }: Backoff, chance: Chance): number {
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(30, Math.max(0, failures - 1)));
  return Math.round(full * (0.5 + chance() / 2));
}
