import { Failure } from "../model/failure.ts";

/** Deliveries of one domain that are stored at once; the others wait, in the order of arrival. */
const PLACES = 2;
/** Less than a delivery may take as a whole: a caller who has sent everything would rather wait than send it again. */
const WAIT_MS = 60_000;

/** Gives each domain its own places, so that the deliveries of one never wait for those of another. */
export class StoringPlaces {
  private readonly domains = new Map<string, { used: number; readonly waiting: Set<() => void> }>();

  async use<T>(domainId: string, work: () => Promise<T>): Promise<T> {
    const domain = this.domains.get(domainId) ?? { used: 0, waiting: new Set() };
    this.domains.set(domainId, domain);
    // A place that becomes free passes to the next in line, so that a newcomer cannot take it.
    if (domain.used >= PLACES) await waitFor(domain.waiting);
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
    "other deliveries of this domain are still being stored; send the same again in 5 s",
    {},
    { "retry-after": "5" },
  );
