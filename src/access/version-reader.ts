import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../store/database/database.ts";
import type { Versions } from "../store/domains/version-memory.ts";
import { readVersions } from "../store/domains/versions.ts";

interface Slot {
  running: Promise<Versions>;
  next: Promise<Versions> | undefined;
}

/** Reads a domain's versions as they are at or after the moment of asking. */
export type VersionReader = (domainId: string) => Promise<Versions>;

/** How long the next read waits for the one in progress, whose connection may have gone silent. */
const PATIENCE_MS = 1_000;

/**
 * Coalesces reads: a domain has one in progress and one waiting, unless reads take unusually long. A request never
 * shares a read that began before it arrived, since that read may miss a write that the caller has seen. If this
 * process sees every write, the versions are served from memory.
 */
export function createVersionReader(database: Database): VersionReader {
  const { versionMemory } = database;
  const slots = new Map<string, Slot>();
  const read = (domainId: string): Promise<Versions> => {
    const ask = () => readVersions(database.forChecks(domainId));
    return versionMemory ? versionMemory.read(domainId, ask) : ask();
  };
  const start = (domainId: string): Promise<Versions> => {
    // Delayed by one turn, so that requests that arrive together share it.
    const running = nextTurn().then(() => read(domainId));
    slots.set(domainId, { running, next: undefined });
    const forget = () => {
      if (slots.get(domainId)?.running === running && !slots.get(domainId)?.next) slots.delete(domainId);
    };
    running.then(forget, forget);
    return running;
  };
  return async (domainId) => {
    const known = versionMemory?.find(domainId);
    if (known) {
      // Requests served from memory alone must still yield to other work on this thread.
      await nextTurn();
      return known;
    }
    const slot = slots.get(domainId);
    if (!slot) return start(domainId);
    slot.next ??= settledOrLate(slot.running).then(() => start(domainId));
    return slot.next;
  };
}

/** Resolves when the read has ended, however it ended, or has taken too long. */
async function settledOrLate(running: Promise<Versions>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(PATIENCE_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([running.catch(() => undefined), late]);
  timer.abort();
}
