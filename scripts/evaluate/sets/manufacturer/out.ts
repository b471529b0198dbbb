/** All emitters together. */
import type { World } from "./types.ts";
import type { Sink } from "./sink.ts";
import type { Rng } from "./util.ts";
import { entra } from "./entra.ts";
import { m365 } from "./m365.ts";
import { azureRows, network } from "./network.ts";
import { windows } from "./windows.ts";

export function createOut(w: World, sink: Sink, rng: Rng) {
  return { ...entra(w, sink, rng), ...m365(w, sink, rng), ...windows(w, sink, rng), ...azureRows(w, sink, rng),
    ...network(w, sink, rng) };
}

export type Out = ReturnType<typeof createOut>;
