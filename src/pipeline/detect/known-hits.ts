import type { RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { HitMemory } from "./hit-memory.ts";

/**
 * Cache of hits that are stored already. Most hits of a memory that folds and ignores counts repeat a stored one, such as
 * the hundredth sign-in of a user from the same country today; the cache saves writing them again.
 */
export interface KnownHits {
  /** Starts a transaction of a domain; its hits enter the cache with `keep`. */
  begin(domainId: string, now: Date): KnownInTransaction;
}

interface KnownInTransaction {
  /** Returns the folded hits of a memory, given by key, that may change something. */
  newOf(memory: HitMemory, folded: ReadonlyMap<string, RowHit>): readonly RowHit[];
  /** Adds the new hits to the cache, after the transaction was committed. */
  keep(): void;
}

const MAX_HITS = 100_000;
/** Other processes expire hits by their own clocks. */
const CLOCK_MARGIN_MS = 3_600_000;

/** Caches the latest hits, between `max` and twice as many. */
export function createKnownHits(max = MAX_HITS): KnownHits {
  /** By memory and hit, a time that is not before the stored one. */
  let recent = new Map<string, Map<string, number>>();
  let older: typeof recent = new Map();
  let size = 0;
  const note = (memory: string, key: string, at: number): void => {
    const hits = recent.get(memory) ?? new Map<string, number>();
    recent.set(memory, hits.set(key, at));
    size += 1;
    if (size < max) return;
    older = recent;
    recent = new Map();
    size = 0;
  };
  const isKnown = (memory: string, key: string, at: number): boolean => {
    const fresh = recent.get(memory)?.get(key);
    const known = fresh ?? older.get(memory)?.get(key);
    // Of two hits at the same time the store keeps the one with the lesser row id.
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
          // An older hit may have expired since it was stored.
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
