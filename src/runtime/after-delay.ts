/**
 * Runs `act` after the delay unless the returned function is called first. A main thread that was itself late reads
 * what has arrived meanwhile before `act` runs.
 */
export function afterDelay(delayMs: number, act: () => void): () => void {
  let isCanceled = false;
  const timer = setTimeout(() => {
    setImmediate(() => {
      if (!isCanceled) act();
    });
  }, delayMs);
  return () => {
    isCanceled = true;
    clearTimeout(timer);
  };
}
