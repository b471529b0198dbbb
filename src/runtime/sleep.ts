import { setTimeout as wait } from "node:timers/promises";

/** Waits for the given time or until the signal aborts; never rejects. */
export const systemSleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  wait(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
