/**
 * Decides which domain has the next turn. A domain with new work comes before those with a backlog, which alternate, so
 * that a single row does not wait for the backlogs of others. A domain never has two turns at a time.
 */
export interface TurnQueue {
  /** Adds a domain that may have work; one that is queued keeps its position. */
  add(domainId: string): void;
  /** Returns the next domain; the caller must call `end` for it. */
  take(): string | undefined;
  end(domainId: string, isMore: boolean): void;
  /** Returns whether at most one domain has work: no other waits or has its turn. */
  isOnlyOne(): boolean;
}

/** After this many turns of domains with new work, one with a backlog has a turn. */
const MAX_BEFORE_BACKLOG = 4;

export function createTurnQueue(): TurnQueue {
  const fresh = new Set<string>();
  const backlog = new Set<string>();
  /** Domains that have their turn, and whether work was added for them meanwhile. */
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
    if (fresh.size === 0 || (backlog.size > 0 && sinceBacklog >= MAX_BEFORE_BACKLOG)) return takeBacklog();
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
    isOnlyOne: () => taken.size + fresh.size + backlog.size <= 1,
  };
}
