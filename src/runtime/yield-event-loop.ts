/** Work that waits to continue, oldest first. */
const waiting: (() => void)[] = [];

/**
 * Yields to the event loop; the caller continues in an iteration of its own. Only one piece of work continues per
 * iteration, so that requests wait for one time slice at most, however much work is in progress.
 */
export function yieldEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

function resumeOne(): void {
  // The entry stays in the queue until the next iteration, so that a caller in between does not start a second loop.
  waiting[0]?.();
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) resumeOne();
  });
}
