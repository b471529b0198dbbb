import { Failure } from "../../model/failure.ts";
import { monotonicMs } from "../../runtime/clock.ts";

/** A body that brings fewer bytes than this in a span is given up. */
const MIN_BYTES = 4_096;
const SPAN_MS = 5_000;

/** Watches whether a body keeps coming while it is waited for. */
export interface BodyProgress {
  /** Waits for the next piece; rejects when the caller sends next to nothing for too long. */
  orStalled<T>(piece: Promise<T>): Promise<T>;
  stop(): void;
}

/** A pause of the server itself beyond this does not count against the caller. */
const MAX_PAUSE_MS = 500;

export function watchProgress(bytesRead: () => number): BodyProgress {
  let [before, isAwaited, pausedAt] = [bytesRead(), false, monotonicMs()];
  let refuse: (error: Failure) => void = () => undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  // It may be refused when nobody waits.
  stalled.catch(() => undefined);
  const check = (): void => {
    if (!isAwaited) return;
    const now = bytesRead();
    if (now - before < MIN_BYTES) refuse(tooSlow());
    before = now;
  };
  let timer = setInterval(check, SPAN_MS);
  return {
    orStalled: async (piece) => {
      if (monotonicMs() - pausedAt > MAX_PAUSE_MS) {
        before = bytesRead();
        clearInterval(timer);
        timer = setInterval(check, SPAN_MS);
      }
      isAwaited = true;
      try {
        return await Promise.race([piece, stalled]);
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
    `the body stopped coming: at least ${MIN_BYTES} bytes are expected every ${SPAN_MS / 1_000} s`,
  );
