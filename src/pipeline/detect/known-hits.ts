import type { StoredHit } from "../../analysis/detect/stateful-detector.ts";
import type { HitMemory } from "./hit-memory.ts";

/**
 * What this process knows to be stored. Most hits of a memory that folds and does not count are there already, say the
 * hundredth time today that a person comes from their country: knowing it saves writing them in vain.
 */
export interface KnownHits {
  /** Begins a transaction of a domain; what it stores is known once it is kept. */
  begin(domainId: string, now: Date): KnownInTransaction;
}

interface KnownInTransaction {
  /** Of the folded hits of a memory, by key, those that may change something. */
  newOf(memory: HitMemory, folded: ReadonlyMap<string, StoredHit>): readonly StoredHit[];
  /** The transaction was committed, and with it all hits that were new. */
  keep(): void;
}

const MOST = 100_000;
/** Other processes forget old hits by clocks of their own. */
const CLOCK_MARGIN_MS = 3_600_000;

/** Knows the latest hits, between `most` and twice as many. */
export function createKnownHits(most = MOST): KnownHits {
  /** By memory and hit, a time that the stored one is not later than. */
  let recent = new Map<string, Map<string, number>>();
  let older: typeof recent = new Map();
  let size = 0;
  const note = (memory: string, key: string, at: number): void => {
    const hits = recent.get(memory) ?? new Map<string, number>();
    recent.set(memory, hits.set(key, at));
    size += 1;
    if (size < most) return;
    older = recent;
    recent = new Map();
    size = 0;
  };
  const isKnown = (memory: string, key: string, at: number): boolean => {
    const fresh = recent.get(memory)?.get(key);
    const known = fresh ?? older.get(memory)?.get(key);
    // Of two at the same time the row decides which one stays, and that is for the store to say.
    if (known === undefined || known >= at) return false;
    if (fresh === undefined) note(memory, key, known);
    return true;
  };
  return {
    begin: (domainId, now) => {
      const stored: [memory: string, key: string, at: number][] = [];
      return {
        newOf: ({ name, foldMs, ignoresCounts, keptMs }, folded) => {
          if (foldMs === 0 || !ignoresCounts) return [...folded.values()];
          const memory = `${domainId} ${name}`;
          // What is older may have been forgotten since it was stored.
          const keptSince = now.getTime() - keptMs + CLOCK_MARGIN_MS;
          const fresh = [...folded].filter(([key, { at }]) => at < keptSince || !isKnown(memory, key, at));
          for (const [key, { at }] of fresh) stored.push([memory, key, at]);
          return fresh.map(([, hit]) => hit);
        },
        keep: () => {
          for (const [memory, key, at] of stored) note(memory, key, at);
        },
      };
    },
  };
}
