/** A pause of a background loop that can be cut short. */
export interface Pause {
  /** Ends the current pause, or else the next one. */
  end(): void;
  wait(ms: number): Promise<void>;
}

export function createPause(): Pause {
  let isEnded = false;
  let wake: (() => void) | undefined;
  return {
    end: () => {
      isEnded = true;
      wake?.();
    },
    wait: (ms) =>
      new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          wake = undefined;
          isEnded = false;
          resolve();
        };
        const timer = setTimeout(done, ms).unref();
        wake = done;
        if (isEnded) done();
      }),
  };
}
