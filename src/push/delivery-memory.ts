import { Failure } from "../model/failure.ts";

/** The size limit of a body after decompression. */
export const MAX_BODY_BYTES = 16 * 1_048_576;

export interface MemoryLimits {
  /** Bytes of the deliveries of one domain that are in memory at once. */
  readonly domainBytes: number;
  /** Bytes of all deliveries that are in memory at once. */
  readonly totalBytes: number;
  /** Bytes of each delivery that are not counted, so that small deliveries never wait for large ones. */
  readonly freeBytes: number;
  /** The longest time a delivery waits for memory. */
  readonly waitMs: number;
}

export const MEMORY_LIMITS: MemoryLimits = {
  domainBytes: 32 * 1_048_576,
  totalBytes: 128 * 1_048_576,
  freeBytes: 65_536,
  waitMs: 5_000,
};

/** The memory that one delivery holds. */
export interface MemoryShare {
  /** Resolves once the delivery may hold `bytes` more; rejects after `waitMs`. */
  grow(bytes: number): Promise<void>;
  release(): void;
}

interface Holder {
  readonly domainId: string;
  /** Counted bytes. */
  bytes: number;
  /** Uncounted bytes that are left. */
  free: number;
}

interface Waiter {
  readonly holder: Holder;
  readonly bytes: number;
  readonly resume: () => void;
}

/**
 * Bounds the memory of deliveries per domain and in total. To prevent a deadlock of deliveries that wait for each other,
 * the oldest of a domain may exceed the domain's bound and the oldest of all the total: each bound by one body.
 */
export class DeliveryMemory {
  private readonly limits: MemoryLimits;
  /** In the order of arrival. */
  private readonly holders = new Set<Holder>();
  private readonly waiters = new Set<Waiter>();

  constructor(limits: MemoryLimits) {
    this.limits = limits;
  }

  open(domainId: string): MemoryShare {
    const holder: Holder = { domainId, bytes: 0, free: this.limits.freeBytes };
    this.holders.add(holder);
    return {
      grow: (bytes) => this.grow(holder, bytes),
      release: () => {
        this.holders.delete(holder);
        this.resumeWaiters();
      },
    };
  }

  private async grow(holder: Holder, bytes: number): Promise<void> {
    const charged = Math.max(0, bytes - holder.free);
    holder.free -= bytes - charged;
    if (charged > 0 && !this.take(holder, charged)) await this.wait(holder, charged);
  }

  private take(holder: Holder, bytes: number): boolean {
    const all = [...this.holders];
    const own = all.filter(({ domainId }) => domainId === holder.domainId);
    const fits =
      (holder === all[0] || sumOf(all) + bytes <= this.limits.totalBytes) &&
      (holder === own[0] || sumOf(own) + bytes <= this.limits.domainBytes);
    if (fits) holder.bytes += bytes;
    return fits;
  }

  private wait(holder: Holder, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters.delete(waiter);
        reject(noMemory());
      }, this.limits.waitMs);
      const resume = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const waiter: Waiter = { holder, bytes, resume };
      this.waiters.add(waiter);
    });
  }

  private resumeWaiters(): void {
    for (const waiter of this.waiters) {
      if (!this.take(waiter.holder, waiter.bytes)) continue;
      this.waiters.delete(waiter);
      waiter.resume();
    }
  }
}

const sumOf = (holders: readonly Holder[]): number => holders.reduce((sum, { bytes }) => sum + bytes, 0);

const noMemory = (): Failure =>
  new Failure(
    "unavailable",
    "too many deliveries are being read at once; send this one again in 5 s",
    {},
    { "retry-after": "5" },
  );
