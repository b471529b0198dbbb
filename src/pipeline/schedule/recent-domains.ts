import { monotonicMs } from "../../runtime/clock.ts";

/** The domains that had work a short time ago. */
export interface RecentDomains {
  add(domainId: string): void;
  /** Returns at most `count` domains, those with the latest work first, and forgets the others that are too old. */
  list(count: number): readonly string[];
}

/** Creates a list that a domain leaves when it had no work for `keptMs`. */
export function createRecentDomains(keptMs: number, now: () => number = monotonicMs): RecentDomains {
  /** Oldest first. */
  const lastWork = new Map<string, number>();
  return {
    add: (domainId) => {
      lastWork.delete(domainId);
      lastWork.set(domainId, now());
    },
    list: (count) => {
      for (const [domainId, at] of lastWork) {
        if (now() - at < keptMs) break;
        lastWork.delete(domainId);
      }
      return [...lastWork.keys()].reverse().slice(0, count);
    },
  };
}
