/** Work that waits to go on, oldest first. */
const waiting: (() => void)[] = [];

/**
 * Waits for the next turn of the event loop that no other long work uses. Only one piece of work goes on in each turn,
 * so that requests wait for one slice at most, however many pieces are under way.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

function resumeOne(): void {
  // The one that goes on stays in line until the next turn: whoever asks meanwhile must not start a second round.
  waiting[0]?.();
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) resumeOne();
  });
}
