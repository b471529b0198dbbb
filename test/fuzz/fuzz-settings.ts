import { randomInt } from "node:crypto";

/** The number of requests of a run, and their seed. */
export interface FuzzSettings {
  readonly requests: number;
  readonly seed: number;
}

const USUAL: FuzzSettings = { requests: 400, seed: 20_261_115 };

/** A normal run always uses the same seed; a longer one uses a random seed unless one is given. */
export function readFuzzSettings(env: NodeJS.ProcessEnv): FuzzSettings {
  const { PARAPET_FUZZ_REQUESTS: requests, PARAPET_FUZZ_SEED: seed } = env;
  return {
    requests: requests === undefined ? USUAL.requests : Number(requests),
    seed: seed === undefined ? (requests === undefined ? USUAL.seed : randomInt(2 ** 31 - 1)) : Number(seed),
  };
}
