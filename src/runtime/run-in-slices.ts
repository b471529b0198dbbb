import { createTimeSlice } from "./time-slice.ts";

/** Runs work that comes in steps, and yields to the event loop whenever a time slice is used up between two of them. */
export async function runInSlices<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  const slice = createTimeSlice();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await slice.pause();
  }
}
