import { createTimeSlice } from "./time-slice.ts";

/** Runs a generator to its end and yields to the event loop whenever a time slice is used up. */
export async function runInSlices<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  const slice = createTimeSlice();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await slice.pause();
  }
}
