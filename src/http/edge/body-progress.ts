import { Failure } from "../../model/failure.ts";
import { monotonicMs } from "../../runtime/clock.ts";

/** A body that makes less progress than this in one span is refused. */
const MIN_BYTES = 4_096;
const SPAN_MS = 5_000;

/** Detects a request body that stalls. */
export interface BodyProgress {
  /** Waits for the next chunk; rejects if the client sends too little for too long. */
  orStalled<T>(chunk: Promise<T>): Promise<T>;
  stop(): void;
}

/** If the server itself paused for longer than this, the span starts again. */
const MAX_PAUSE_MS = 500;

export function watchProgress(bytesRead: () => number): BodyProgress {
  let [before, isAwaited, pausedAt] = [bytesRead(), false, monotonicMs()];
  /** Whether a span ended while the server was busy with a chunk; it is checked when the next chunk is awaited. */
  let isDue = false;
  let refuse: (error: Failure) => void = () => undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  // Prevents an unhandled rejection when it is refused while nothing awaits it.
  stalled.catch(() => undefined);
  const check = (): void => {
    isDue = !isAwaited;
    if (isDue) return;
    const now = bytesRead();
    if (now - before < MIN_BYTES) refuse(tooSlow());
    before = now;
  };
  let timer = setInterval(check, SPAN_MS);
  return {
    orStalled: async (chunk) => {
      if (monotonicMs() - pausedAt > MAX_PAUSE_MS) {
        [before, isDue] = [bytesRead(), false];
        clearInterval(timer);
        timer = setInterval(check, SPAN_MS);
      }
      isAwaited = true;
      if (isDue) check();
      try {
        return await Promise.race([chunk, stalled]);
      } finally {
        isAwaited = false;
        pausedAt = monotonicMs();
      }
    },
    stop: () => clearInterval(timer),
  };
}

const tooSlow = (): Failure =>
  new Failure(
    "request_timeout",
    `the body stalled: at least ${MIN_BYTES} bytes are expected every ${SPAN_MS / 1_000} s`,
  );
