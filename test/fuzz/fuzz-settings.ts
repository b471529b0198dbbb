import { randomInt } from "node:crypto";

/** How many requests a run sends, and what they are made from. */
export interface FuzzSettings {
  readonly requests: number;
  readonly seed: number;
}

const USUAL: FuzzSettings = { requests: 1_500, seed: 20_261_115 };

/** A usual run is always the same; a longer one differs each time, unless its seed is given. */
export function readFuzzSettings(env: NodeJS.ProcessEnv): FuzzSettings {
  const { PARAPET_FUZZ_REQUESTS: requests, PARAPET_FUZZ_SEED: seed } = env;
  return {
    requests: requests === undefined ? USUAL.requests : Number(requests),
    seed: seed === undefined ? (requests === undefined ? USUAL.seed : randomInt(2 ** 31 - 1)) : Number(seed),
  };
}
