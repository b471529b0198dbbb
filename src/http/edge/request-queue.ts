import { monotonicMs } from "../../runtime/clock.ts";

/** Begins requests: at once while there are few, and otherwise those of each caller in turn. */
export type RequestQueue = (name: string, work: () => void) => void;

/** So long one turn of the event loop may begin work before the rest is queued. */
const TURN_MS = 5;

/**
 * A turn of the event loop reads every connection that has sent something. Begun in the order of their arrival, the
 * requests of a thousand connections would all come before the next one of anybody else.
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
    // Back to the end of the line, behind every other name.
    queues.delete(name);
    if (works.length > 0) queues.set(name, works);
    // One at a time: what a request leads to runs before the next one begins.
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
