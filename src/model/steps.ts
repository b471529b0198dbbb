/** Long work in steps: whoever runs it may let others work between two of them. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
