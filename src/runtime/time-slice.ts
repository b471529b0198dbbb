import { monotonicMs } from "./clock.ts";
import { yieldEventLoop } from "./yield-event-loop.ts";

/** Lets long work on the main thread yield to requests: call `pause` between its steps. */
export interface TimeSlice {
  /** Whether the slice is used up; for loops that cannot afford a promise for each step. */
  readonly isOver: () => boolean;
  /** Yields to requests and to other long work when the slice is used up, and starts the next one. */
  pause(): Promise<void>;
}

/** Short enough that a request does not notice, long enough that yielding costs next to nothing. */
const SLICE_MS = 10;

export function createTimeSlice(sliceMs: number = SLICE_MS, nowMs: () => number = monotonicMs): TimeSlice {
  let startedAt = nowMs();
  const isOver = (): boolean => nowMs() - startedAt >= sliceMs;
  return {
    isOver,
    pause: async () => {
      if (!isOver()) return;
      await yieldEventLoop();
      startedAt = nowMs();
    },
  };
}
