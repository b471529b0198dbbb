import { Failure } from "../model/failure.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { countPending, MAX_PENDING_ROWS } from "../store/rows/pending-rows.ts";
import { DeliveryMemory, MEMORY_LIMITS, type MemoryShare } from "./delivery-memory.ts";
import { StoringPlaces } from "./storing-places.ts";

export interface PressureLimits {
  /** Rows of a domain that may wait for the detectors. */
  readonly maxPending: number;
  /** Deliveries of a domain that may be under way at once. */
  readonly maxBodies: number;
}

export const PRESSURE_LIMITS: PressureLimits = { maxPending: MAX_PENDING_ROWS, maxBodies: 32 };

/** The two steps of a delivery. */
export interface DeliverySteps<L, T> {
  /** Reads the body to its end. Whoever sends it decides how long that takes, so that nothing is held but its bytes. */
  readonly read: (memory: MemoryShare) => Promise<L>;
  readonly store: (lines: L) => Promise<T>;
}

/** Refuses deliveries for a while when more comes in than is processed. What one domain sends delays no other. */
export interface Backpressure {
  /** Reads and stores a delivery unless it would be too much now. */
  admit<L, T>(db: DomainHandle, steps: DeliverySteps<L, T>): Promise<T>;
  /** Adds rows that wait since the last count. */
  note(domainId: string, rows: number): void;
}

/** A count of what waits is good for this long: it may cost more than storing a small delivery. */
const COUNT_KEPT_MS = 1_000;
const MAX_COUNTS = 10_000;

export function createBackpressure(limits: PressureLimits, nowMs: () => number): Backpressure {
  const counts = new Map<string, { readonly at: number; readonly pending: number }>();
  const underWay = new Map<string, number>();
  const memory = new DeliveryMemory(MEMORY_LIMITS);
  const places = new StoringPlaces();
  const pendingOf = async (db: DomainHandle): Promise<number> => {
    const known = counts.get(db.domainId);
    if (known && nowMs() - known.at < COUNT_KEPT_MS) return known.pending;
    const pending = await countPending(db, limits.maxPending);
    if (counts.size >= MAX_COUNTS) counts.clear();
    counts.set(db.domainId, { at: nowMs(), pending });
    return pending;
  };
  const run = async <L, T>(db: DomainHandle, { read, store }: DeliverySteps<L, T>): Promise<T> => {
    if ((await pendingOf(db)) >= limits.maxPending) throw busy("too many rows wait to be processed", 10);
    const share = memory.open(db.domainId);
    try {
      const lines = await read(share);
      return await places.use(db.domainId, () => store(lines));
    } finally {
      share.release();
    }
  };
  return {
    admit: async (db, steps) => {
      const others = underWay.get(db.domainId) ?? 0;
      if (others >= limits.maxBodies) throw busy("too many deliveries of this domain are under way at once", 1);
      underWay.set(db.domainId, others + 1);
      try {
        return await run(db, steps);
      } finally {
        const left = (underWay.get(db.domainId) ?? 1) - 1;
        if (left > 0) underWay.set(db.domainId, left);
        else underWay.delete(db.domainId);
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
