import { monotonicMs } from "../../runtime/clock.ts";

/** Reports whether requests can be served, from checks that run in the background. */
export interface Readiness {
  isReady(): Promise<boolean>;
  stop(): void;
}

export interface ReadinessOptions {
  /** Resolves when requests can be served. */
  readonly check: () => Promise<void>;
  readonly everyMs: number;
  /** A check that takes longer counts as failed. */
  readonly timeoutMs: number;
  /** A success older than this no longer counts. */
  readonly maxAgeMs: number;
}

export const READINESS_TIMES = { everyMs: 500, timeoutMs: 1_000, maxAgeMs: 2_000 };

/** Checks immediately and then periodically; checks never overlap. */
export function createReadiness({ check, everyMs, timeoutMs, maxAgeMs }: ReadinessOptions): Readiness {
  let succeededAt = Number.NEGATIVE_INFINITY;
  let isChecking = false;
  const refresh = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    const late = setTimeout(() => {
      succeededAt = Number.NEGATIVE_INFINITY;
    }, timeoutMs).unref();
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
      setTimeout(resolve, timeoutMs).unref();
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
