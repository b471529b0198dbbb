/** Work that waits to continue, oldest first. */
const waiting: (() => void)[] = [];

/**
 * Waits for the next turn of the event loop that no other long work uses. Only one piece of work continues in each turn,
 * so that requests wait for one time slice at most, however much work is in progress.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

function resumeOne(): void {
  // The entry stays in the queue until the next turn, so that a caller in between does not start a second loop.
  waiting[0]?.();
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) resumeOne();
  });
}
