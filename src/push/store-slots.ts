import { Failure } from "../model/failure.ts";

/** Deliveries of one domain that are stored at the same time; the others wait in the order of arrival. */
const SLOTS = 2;
/** Shorter than the time limit of a delivery. It is long because waiting costs a caller less than sending again. */
const WAIT_MS = 60_000;

/** Gives each domain its own slots for storing, so that its deliveries never wait for those of another. */
export class StoreSlots {
  private readonly domains = new Map<string, { used: number; readonly waiting: Set<() => void> }>();

  async use<T>(domainId: string, work: () => Promise<T>): Promise<T> {
    const domain = this.domains.get(domainId) ?? { used: 0, waiting: new Set() };
    this.domains.set(domainId, domain);
    // A released slot passes to the next in the queue, so that a new delivery cannot take it.
    if (domain.used >= SLOTS) await waitFor(domain.waiting);
    else domain.used++;
    try {
      return await work();
    } finally {
      const [next] = domain.waiting;
      if (next) next();
      else domain.used--;
      if (domain.used === 0) this.domains.delete(domainId);
    }
  }
}

function waitFor(waiting: Set<() => void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(resume);
      reject(tooLong());
    }, WAIT_MS);
    const resume = (): void => {
      clearTimeout(timer);
      waiting.delete(resume);
      resolve();
    };
    waiting.add(resume);
  });
}

const tooLong = (): Failure =>
  new Failure(
    "unavailable",
    "other deliveries of this domain are still being stored; send this one again in 5 s",
    {},
    { "retry-after": "5" },
  );
