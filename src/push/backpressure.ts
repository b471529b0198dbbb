import { Failure } from "../model/failure.ts";
import type { DomainHandle } from "../store/database.ts";
import { countPending } from "../store/pending-rows.ts";

export interface PressureLimits {
  /** Rows of a domain that may wait for the detectors. */
  readonly maxPending: number;
  /** Bodies that may be in memory at once. */
  readonly maxBodies: number;
}

export const PRESSURE_LIMITS: PressureLimits = { maxPending: 200_000, maxBodies: 8 };

/** Tells deliverers to come back later when more comes in than is worked off. */
export interface Backpressure {
  /** Runs `work` unless it would be too much now. */
  admit<T>(db: DomainHandle, work: () => Promise<T>): Promise<T>;
  /** Takes note of rows that wait since the last count. */
  note(domainId: string, rows: number): void;
}

/** A count of what waits is good for this long: it may cost more than storing a small delivery. */
const COUNT_KEPT_MS = 1_000;
const MAX_COUNTS = 10_000;

export function createBackpressure(limits: PressureLimits, nowMs: () => number): Backpressure {
  const counts = new Map<string, { readonly at: number; readonly pending: number }>();
  let bodies = 0;
  const pendingOf = async (db: DomainHandle): Promise<number> => {
    const known = counts.get(db.domainId);
    if (known && nowMs() - known.at < COUNT_KEPT_MS) return known.pending;
    const pending = await countPending(db, limits.maxPending);
    if (counts.size >= MAX_COUNTS) counts.clear();
    counts.set(db.domainId, { at: nowMs(), pending });
    return pending;
  };
  return {
    admit: async (db, work) => {
      if (bodies >= limits.maxBodies) throw busy("too many deliveries are being stored at once", 1);
      bodies++;
      try {
        if ((await pendingOf(db)) >= limits.maxPending) throw busy("too many rows wait to be worked in", 10);
        return await work();
      } finally {
        bodies--;
      }
    },
    note: (domainId, rows) => {
      const known = counts.get(domainId);
      if (known) counts.set(domainId, { ...known, pending: known.pending + rows });
    },
  };
}

function busy(message: string, seconds: number): Failure {
  const headers = { "retry-after": String(seconds) };
  return new Failure("unavailable", `${message}; send the same again in ${seconds} s`, {}, headers);
}
