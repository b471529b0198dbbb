import { monotonicMs } from "../../runtime/clock.ts";

/** Whether requests can be served, found out in the background: asking costs nothing. */
export interface Readiness {
  isReady(): Promise<boolean>;
  stop(): void;
}

export interface ReadinessOptions {
  /** Resolves when requests can be served. */
  readonly check: () => Promise<void>;
  readonly everyMs: number;
  /** A check that takes longer has failed. */
  readonly patienceMs: number;
  /** A success that is older than this counts no more. */
  readonly maxAgeMs: number;
}

export const READINESS_TIMES = { everyMs: 250, patienceMs: 1_000, maxAgeMs: 2_000 };

/** Checks at once and then again and again, never twice at the same time. */
export function createReadiness({ check, everyMs, patienceMs, maxAgeMs }: ReadinessOptions): Readiness {
  let succeededAt = Number.NEGATIVE_INFINITY;
  let isChecking = false;
  const refresh = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    const late = setTimeout(() => {
      succeededAt = Number.NEGATIVE_INFINITY;
    }, patienceMs).unref();
    try {
      await check();
      succeededAt = monotonicMs();
    } catch {
      succeededAt = Number.NEGATIVE_INFINITY;
    } finally {
      clearTimeout(late);
      isChecking = false;
    }
  };
  const first = Promise.race([
    refresh(),
    new Promise<void>((resolve) => {
      setTimeout(resolve, patienceMs).unref();
    }),
  ]);
  const timer = setInterval(refresh, everyMs).unref();
  return {
    isReady: async () => {
      await first;
      return monotonicMs() - succeededAt <= maxAgeMs;
    },
    stop: () => clearInterval(timer),
  };
}
