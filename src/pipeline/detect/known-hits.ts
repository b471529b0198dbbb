import type { DayMemory, RowHit } from "../../analysis/detect/stateful-detector.ts";
import { RecentEntries } from "../../runtime/recent-entries.ts";
import type { HitActor } from "../../store/threats/hit-actors.ts";
import type { HitMemory } from "./hit-memory.ts";
import { type NewHits, SeenValues } from "./seen-values.ts";

/**
 * Cache of hits and of their actors that are stored already. Most hits of a memory that folds and ignores counts repeat a stored one, such as
 * the hundredth sign-in of a user from the same country today; the cache saves writing them again.
 */
export interface KnownHits {
  /** Starts a transaction of a domain; its hits enter the cache with `keep`. */
  begin(domainId: string, now: Date): KnownInTransaction;
}

interface KnownInTransaction {
  /** Returns the folded hits of a memory, given by key, that may change something. */
  newOf(memory: HitMemory, folded: ReadonlyMap<string, RowHit>): NewHits;
  /** Returns the actors that are not known to be stored for as long as they are needed. */
  newActorsOf(actors: readonly HitActor[]): readonly HitActor[];
  /** Adds the new hits and actors to the cache, after the transaction was committed. */
  keep(): void;
}

const MAX_HITS = 100_000;
const MAX_VALUES = 100_000;
const MAX_ACTORS = 20_000;
/** Other processes expire hits by their own clocks. */
const CLOCK_MARGIN_MS = 3_600_000;

/** Caches the latest hits, between `max` and twice as many. */
export function createKnownHits(max = MAX_HITS): KnownHits {
  /** By memory and hit, a time that is not before the stored one. */
  let recent = new Map<string, Map<string, number>>();
  let older: typeof recent = new Map();
  let size = 0;
  const seenValues = new SeenValues(MAX_VALUES);
  /** By domain and key, until when an actor is kept. */
  const actors = new RecentEntries<number>(MAX_ACTORS);
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
      const shown: [scope: string, hit: RowHit][] = [];
      const named: HitActor[] = [];
      const keptUntil = ({ key }: HitActor): number => actors.get(`${domainId}${key}`) ?? 0;
      const newOfDays = (memory: string, hits: Iterable<RowHit>, days: DayMemory): NewHits => {
        const fresh = seenValues.newOf(memory, hits, days);
        for (const hit of [...fresh.toStore, ...fresh.settled]) shown.push([memory, hit]);
        return fresh;
      };
      return {
        newOf: ({ name, foldMs, ignoresCounts, keptMs, days }, folded) => {
          const memory = `${domainId} ${name}`;
          if (days !== undefined) return newOfDays(memory, folded.values(), days);
          if (foldMs === 0 || !ignoresCounts) return toStore([...folded.values()]);
          // An older hit may have expired since it was stored.
          const keptSince = now.getTime() - keptMs + CLOCK_MARGIN_MS;
          const fresh = [...folded].filter(([key, { at }]) => at < keptSince || !isKnown(memory, key, at));
          for (const [key, { at }] of fresh) stored.push([memory, key, at]);
          return toStore(fresh.map(([, hit]) => hit));
        },
        newActorsOf: (given) => {
          const fresh = given.filter((actor) => keptUntil(actor) < actor.keptUntil);
          named.push(...fresh);
          return fresh;
        },
        keep: () => {
          for (const actor of named) actors.set(`${domainId}${actor.key}`, Math.max(keptUntil(actor), actor.keptUntil));
          for (const [memory, key, at] of stored) note(memory, key, at);
          for (const [scope, hit] of shown) seenValues.add(scope, hit);
        },
      };
    },
  };
}

const toStore = (hits: readonly RowHit[]): NewHits => ({ toStore: hits, settled: [] });
