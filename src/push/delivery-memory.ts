import { Failure } from "../model/failure.ts";

/** Of a body as it is when unpacked. */
export const MAX_BODY_BYTES = 16 * 1_048_576;

export interface MemoryLimits {
  /** Bytes of the deliveries of one domain that are in memory at once. */
  readonly domainBytes: number;
  /** Bytes of all deliveries that are in memory at once. */
  readonly totalBytes: number;
  /** Bytes that each delivery may have without asking: small ones never wait for large ones. */
  readonly freeBytes: number;
  /** How long a delivery waits for memory. */
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
  /** Resolves once the delivery may hold so many more bytes; rejects when that takes too long. */
  grow(bytes: number): Promise<void>;
  release(): void;
}

interface Holder {
  readonly domainId: string;
  /** Beyond those that are free. */
  bytes: number;
  /** Left of those that are free. */
  free: number;
}

interface Waiter {
  readonly holder: Holder;
  readonly bytes: number;
  readonly resume: () => void;
}

/**
 * Bounds what deliveries hold in memory, for each domain and in total. The oldest delivery of a domain may pass the bound
 * of the domain, and the oldest of all that of the total, so that deliveries which wait for each other's memory cannot
 * stop each other: each bound may be passed by one body.
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
    "too many deliveries are being read at once; send the same again in 5 s",
    {},
    { "retry-after": "5" },
  );
