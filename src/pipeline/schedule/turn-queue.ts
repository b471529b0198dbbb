/**
 * Whose turn it is. A domain that has just got something to do comes before those with a backlog, which take turns among
 * themselves: so a single row never waits for the rows of others. A domain never has two turns at a time.
 */
export interface TurnQueue {
  /** Adds a domain that may have something to do; one that is waiting keeps its place. */
  add(domainId: string): void;
  /** The domain whose turn it is; `end` has to follow. */
  take(): string | undefined;
  end(domainId: string, isMore: boolean): void;
}

/** After so many turns of others, one with a backlog has its turn whoever waits. */
const MOST_BEFORE_BACKLOG = 4;

export function createTurnQueue(): TurnQueue {
  const fresh = new Set<string>();
  const backlog = new Set<string>();
  /** Domains that have their turn, and whether they got something more to do meanwhile. */
  const taken = new Map<string, boolean>();
  let sinceBacklog = 0;
  const shift = (waiting: Set<string>): string | undefined => {
    const [first] = waiting;
    if (first !== undefined) waiting.delete(first);
    return first;
  };
  const takeBacklog = (): string | undefined => {
    sinceBacklog = 0;
    return shift(backlog);
  };
  const next = (): string | undefined => {
    if (fresh.size === 0 || (backlog.size > 0 && sinceBacklog >= MOST_BEFORE_BACKLOG)) return takeBacklog();
    sinceBacklog++;
    return shift(fresh);
  };
  return {
    add: (domainId) => {
      if (taken.has(domainId)) taken.set(domainId, true);
      else if (!backlog.has(domainId)) fresh.add(domainId);
    },
    take: () => {
      const domainId = next();
      if (domainId !== undefined) taken.set(domainId, false);
      return domainId;
    },
    end: (domainId, isMore) => {
      const isAdded = taken.get(domainId) ?? false;
      taken.delete(domainId);
      if (isMore) backlog.add(domainId);
      else if (isAdded) fresh.add(domainId);
    },
  };
}
