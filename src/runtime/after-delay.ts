/**
 * Runs `act` after the delay unless the returned function is called first. If the event loop was blocked, pending I/O is
 * handled before `act` runs.
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
