import { monotonicMs } from "./clock.ts";

/** Whether the service is being used, so that background work leaves room for those who use it, and only then. */
export interface Usage {
  /** Notes that a use began; call the returned function at its end. */
  begin(): () => void;
  /** Whether nothing is in progress, and the last use ended at least 300 ms ago. */
  isIdle(): boolean;
}

/** Longer than the pauses between the requests of one page, and shorter than those between two deliveries of rows. */
const IDLE_AFTER_MS = 300;

export function createUsage(now: () => number = monotonicMs): Usage {
  let inProgress = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    begin: () => {
      let isOpen = true;
      inProgress++;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        inProgress--;
        endedAt = now();
      };
    },
    isIdle: () => inProgress === 0 && now() - endedAt >= IDLE_AFTER_MS,
  };
}
