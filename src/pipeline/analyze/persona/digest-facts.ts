import type { PersonaFacts } from "../../../analysis/persona/persona-facts.ts";
import type { Slice } from "../../../analysis/persona/slice.ts";
import type { ValueIndex } from "../../../analysis/persona/value-index.ts";
import { createPartsDigest } from "../../../runtime/hashing.ts";

/** Raised when personas have to be computed again from the same facts. */
const VERSION = 2;

type OwnFacts = Omit<PersonaFacts, "peers">;

/** Returns a digest of everything that the personas of a domain are computed from. */
export async function digestFacts(
  shared: unknown,
  index: ValueIndex,
  facts: Iterable<OwnFacts>,
  slice: Slice,
): Promise<string> {
  const digest = createPartsDigest();
  digest.add(JSON.stringify([VERSION, shared]));
  for (const { profile, heldSince, grantClients, ...own } of facts) {
    if (slice.isOver()) await slice.pause();
    const { values, counts, lastDays, dayWords, ...numbers } = profile;
    digest.add(JSON.stringify([own, numbers, [...heldSince], [...grantClients]]));
    for (const packed of [values, counts, lastDays, dayWords]) digest.add(new Uint8Array(packed.buffer));
  }
  for (let id = 0; id < index.size; id++) {
    if (slice.isOver()) await slice.pause();
    digest.add(JSON.stringify(index.at(id)));
  }
  return digest.end();
}
