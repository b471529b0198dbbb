import { isMainThread } from "node:worker_threads";
import { monotonicMs } from "./clock.ts";

/** Work that waits to continue, oldest first. */
const waiting: (() => void)[] = [];

/** A step that takes longer is one that could not be divided, such as the parsing of a very long line. */
const LONG_STEP_MS = 20;
const MAX_REST_MS = 100;

/**
 * Yields to the event loop; the caller continues in an iteration of its own. Only one piece of work continues per
 * iteration, so that requests wait for one time slice at most, however much work is in progress. A request takes several
 * iterations, so after a long step all work rests for as long as the step took. Other threads serve no requests and never
 * rest: on a busy machine every step is long.
 */
export function yieldEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

function resumeOne(): void {
  const startedAt = monotonicMs();
  // The entry stays in the queue until the next iteration, so that a caller in between does not start a second loop.
  waiting[0]?.();
  setImmediate(() => {
    const took = monotonicMs() - startedAt;
    if (isMainThread && took > LONG_STEP_MS) setTimeout(resumeNext, Math.min(took, MAX_REST_MS));
    else resumeNext();
  });
}

function resumeNext(): void {
  waiting.shift();
  if (waiting.length > 0) resumeOne();
}
