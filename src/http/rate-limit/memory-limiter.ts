import type { Admission, Limit, Limiter } from "./limiter.ts";
import { StampRing } from "./stamp-ring.ts";

/** Above this many buckets the emptiest are evicted, so that a flood of new names cannot exhaust memory. */
export const MAX_BUCKETS = 100_000;
const EVICTION_SAMPLE = 8;

/** A limiter that reports how many buckets it holds. */
export interface MemoryLimiter extends Limiter {
  bucketCount(): number;
}

/** Enforces the limits of one process exactly; `nowMs` must be monotonic. */
export function createMemoryLimiter(nowMs: () => number): MemoryLimiter {
  const buckets = createBuckets();

  function admit(limits: readonly [Limit, ...Limit[]]): Promise<Admission> {
    const now = nowMs();
    buckets.tidy(now, limits.length + 1);
    const refusal = findRefusal(buckets, limits, now);
    if (refusal === undefined) {
      for (const limit of limits) buckets.open(limit).add(now);
    }
    const own = buckets.find(limits[0].bucket);
    const remaining = toRemaining(limits[0], own);
    let released = refusal !== undefined;
    return Promise.resolve({
      admitted: refusal === undefined,
      remaining,
      resetMs: own === undefined || own.count === 0 ? 0 : toLeaveMs(own, 0, now),
      retryAfterMs: refusal?.waitMs ?? 0,
      refusedBy: refusal?.index,
      release: () => {
        if (!released) undo(buckets, limits, now);
        released = true;
        const left = buckets.find(limits[0].bucket);
        left?.dropExpired(nowMs());
        return Promise.resolve(toRemaining(limits[0], left));
      },
    });
  }

  return {
    admit,
    bucketCount: buckets.size,
    close: async () => buckets.clear(),
  };
}

interface Refusal {
  readonly index: number;
  readonly waitMs: number;
}

function findRefusal(buckets: Buckets, limits: readonly Limit[], now: number): Refusal | undefined {
  let refusal: Refusal | undefined;
  for (let index = 0; index < limits.length; index += 1) {
    const limit = limits[index];
    if (limit === undefined) continue;
    const waitMs = toWaitMs(limit, buckets.find(limit.bucket), now);
    if (waitMs > (refusal?.waitMs ?? 0)) refusal = { index, waitMs };
  }
  return refusal;
}

/** Returns the milliseconds until the limit has room for one request; 0 if it has room now. */
function toWaitMs(limit: Limit, ring: StampRing | undefined, now: number): number {
  ring?.dropExpired(now);
  if (limit.quota < 1) return limit.windowMs;
  if (ring === undefined || ring.count < limit.quota) return 0;
  return toLeaveMs(ring, ring.count - limit.quota, now);
}

/** Returns in how many milliseconds an entry leaves the window. A sum of fractions can be a little more than the window. */
const toLeaveMs = (ring: StampRing, index: number, now: number): number =>
  Math.min(ring.windowMs, Math.ceil(ring.leavesAt(index) - now));

function toRemaining(limit: Limit, ring: StampRing | undefined): number {
  return Math.max(0, limit.quota - (ring?.count ?? 0));
}

function undo(buckets: Buckets, limits: readonly Limit[], stamp: number): void {
  for (const limit of limits) buckets.find(limit.bucket)?.remove(stamp);
}

type Buckets = ReturnType<typeof createBuckets>;

function createBuckets() {
  const rings = new Map<string, StampRing>();
  let cursor = rings.entries();

  function next(): [string, StampRing] | undefined {
    const step = cursor.next();
    if (!step.done) return step.value;
    cursor = rings.entries();
    return cursor.next().value;
  }

  function open(limit: Limit): StampRing {
    const known = rings.get(limit.bucket);
    if (known !== undefined) return known;
    const ring = new StampRing(limit.windowMs);
    rings.set(limit.bucket, ring);
    return ring;
  }

  /** Drops idle buckets among the next few; `looks` exceeds what one call can create, so it always catches up. */
  function tidy(now: number, looks: number): void {
    for (let look = 0; look < looks; look += 1) {
      const entry = next();
      if (entry?.[1].isIdle(now)) rings.delete(entry[0]);
    }
    while (rings.size > MAX_BUCKETS) dropEmptiest();
  }

  /** Evicts the emptiest bucket of a sample, so that one close to its quota survives a flood of new names. */
  function dropEmptiest(): void {
    let emptiest = next();
    for (let look = 1; look < EVICTION_SAMPLE; look += 1) {
      const other = next();
      if (other !== undefined && emptiest !== undefined && other[1].count < emptiest[1].count) emptiest = other;
    }
    if (emptiest !== undefined) rings.delete(emptiest[0]);
  }

  return {
    open,
    tidy,
    find: (bucket: string) => rings.get(bucket),
    size: () => rings.size,
    clear: () => rings.clear(),
  };
}
