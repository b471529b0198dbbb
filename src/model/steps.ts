/** A long computation in steps; its runner can yield to other work between two steps. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps without yielding. */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
