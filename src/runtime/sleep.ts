import { setTimeout as wait } from "node:timers/promises";

/** Waits, or as long as the signal lets it; never fails. */
export const systemSleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  wait(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
