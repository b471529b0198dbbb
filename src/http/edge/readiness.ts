import { monotonicMs } from "../../runtime/clock.ts";

/** Reports whether requests can be served. Nothing is checked while nobody asks, and seldom while many do. */
export interface Readiness {
  isReady(): Promise<boolean>;
}

export interface ReadinessOptions {
  /** Resolves when requests can be served. */
  readonly check: () => Promise<void>;
  /** The shortest time between the starts of two checks. */
  readonly everyMs: number;
  /** A check that takes longer counts as failed. */
  readonly timeoutMs: number;
  /** A success older than this no longer counts. */
  readonly maxAgeMs: number;
}

export const READINESS_TIMES = { everyMs: 500, timeoutMs: 1_000, maxAgeMs: 2_000 };

/** Checks never overlap. A call waits for one only if no recent check succeeded. */
export function createReadiness({ check, everyMs, timeoutMs, maxAgeMs }: ReadinessOptions): Readiness {
  let startedAt = Number.NEGATIVE_INFINITY;
  let succeededAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const isFresh = (): boolean => monotonicMs() - succeededAt <= maxAgeMs;
  const refresh = async (): Promise<void> => {
    startedAt = monotonicMs();
    const late = setTimeout(() => {
      succeededAt = Number.NEGATIVE_INFINITY;
    }, timeoutMs).unref();
    try {
      await check();
      if (monotonicMs() - startedAt <= timeoutMs) succeededAt = monotonicMs();
    } catch {
      succeededAt = Number.NEGATIVE_INFINITY;
    } finally {
      clearTimeout(late);
      running = undefined;
    }
  };
  return {
    isReady: async () => {
      if (monotonicMs() - startedAt >= everyMs) running ??= refresh();
      if (!isFresh() && running !== undefined) await within(running, startedAt + timeoutMs - monotonicMs());
      return isFresh();
    },
  };
}

/** Waits for a promise, but not longer than this. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  if (ms <= 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref();
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
