import { monotonicMs } from "../../runtime/clock.ts";

/** Starts requests immediately while there are few, and otherwise one per caller in turn. */
export type RequestQueue = (name: string, work: () => void) => void;

/** How long one turn of the event loop may start work before the rest is queued. */
const TURN_MS = 5;

/**
 * Creates the queue. One turn of the event loop reads every connection that has data: started in order of arrival, the
 * requests of a thousand connections of one caller would all run before the next request of any other.
 */
export function createRequestQueue(): RequestQueue {
  const queues = new Map<string, (() => void)[]>();
  let turnBeganAt: number | undefined;

  function drain(): void {
    turnBeganAt = undefined;
    const [first] = queues;
    if (first === undefined) return;
    const [name, works] = first;
    const work = works.shift();
    // Moves the name to the end, behind all others.
    queues.delete(name);
    if (works.length > 0) queues.set(name, works);
    // One at a time, so that the callbacks of a request run before the next one starts.
    if (queues.size > 0) setImmediate(drain);
    work?.();
  }

  return (name, work) => {
    if (turnBeganAt === undefined && queues.size === 0) {
      turnBeganAt = monotonicMs();
      setImmediate(drain);
    }
    if (queues.size === 0 && turnBeganAt !== undefined && monotonicMs() - turnBeganAt < TURN_MS) {
      work();
      return;
    }
    const waiting = queues.get(name);
    if (waiting) waiting.push(work);
    else queues.set(name, [work]);
  };
}
