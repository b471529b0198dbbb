import { v5 } from "uuid";

const NAMESPACE = "6f1c52b0-94d3-5e0b-8a77-3d2e41c9b6f8";

/** Returns an id that is always the same for the same seed, kind and key. */
export const synthId = (seed: number, kind: string, key: string | number): string =>
  v5(`${seed}/${kind}/${key}`, NAMESPACE);
