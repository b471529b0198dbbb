import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../store/database.ts";
import { readVersions, type Versions } from "../store/versions.ts";

interface Slot {
  running: Promise<Versions>;
  next: Promise<Versions> | undefined;
}

/** Reads a domain's versions as they are at or after the moment of asking. */
export type VersionReader = (domainId: string) => Promise<Versions>;

/**
 * However many requests ask at once, a domain has at most one read under way and one waiting. A request never shares a
 * read that began before it came: such a read may have missed a write that the caller already knows of.
 */
export function createVersionReader(database: Database): VersionReader {
  const slots = new Map<string, Slot>();
  const start = (domainId: string): Promise<Versions> => {
    // Not at once: requests that arrived together share it.
    const running = nextTurn().then(() => readVersions(database.forDomain(domainId)));
    slots.set(domainId, { running, next: undefined });
    const forget = () => {
      if (slots.get(domainId)?.running === running && !slots.get(domainId)?.next) slots.delete(domainId);
    };
    running.then(forget, forget);
    return running;
  };
  return (domainId) => {
    const slot = slots.get(domainId);
    if (!slot) return start(domainId);
    slot.next ??= slot.running.then(
      () => start(domainId),
      () => start(domainId),
    );
    return slot.next;
  };
}
