import { Failure } from "../model/failure.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { countPending, MAX_PENDING_ROWS } from "../store/rows/pending-rows.ts";
import { DeliveryMemory, MEMORY_LIMITS, type MemoryShare } from "./delivery-memory.ts";
import { StoreSlots } from "./store-slots.ts";

export interface PressureLimits {
  /** Pending rows that a domain may have. */
  readonly maxPending: number;
  /** Concurrent deliveries that a domain may have. */
  readonly maxBodies: number;
}

export const PRESSURE_LIMITS: PressureLimits = { maxPending: MAX_PENDING_ROWS, maxBodies: 32 };

/** The two steps of a delivery. */
export interface DeliverySteps<L, T> {
  /** Reads the whole body. The sender decides how long that takes, so only memory is held meanwhile. */
  readonly read: (memory: MemoryShare) => Promise<L>;
  readonly store: (lines: L) => Promise<T>;
}

/** Refuses deliveries while more arrives than is processed. A domain's deliveries do not delay those of another. */
export interface Backpressure {
  /** Reads and stores a delivery; throws `unavailable` if a limit is reached. */
  admit<L, T>(db: DomainHandle, steps: DeliverySteps<L, T>): Promise<T>;
  /** Adds new pending rows to the last count. */
  note(domainId: string, rows: number): void;
}

/** How long a count of pending rows is reused: counting may cost more than storing a small delivery. */
const COUNT_KEPT_MS = 1_000;
const MAX_COUNTS = 10_000;

export function createBackpressure(limits: PressureLimits, nowMs: () => number): Backpressure {
  const counts = new Map<string, { readonly at: number; readonly pending: number }>();
  const underWay = new Map<string, number>();
  const memory = new DeliveryMemory(MEMORY_LIMITS);
  const slots = new StoreSlots();
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
      return await slots.use(db.domainId, () => store(lines));
    } finally {
      share.release();
    }
  };
  return {
    admit: async (db, steps) => {
      const others = underWay.get(db.domainId) ?? 0;
      if (others >= limits.maxBodies) throw busy("this domain has too many deliveries in progress", 1);
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
  return new Failure("unavailable", `${message}; send this one again in ${seconds} s`, {}, headers);
}
