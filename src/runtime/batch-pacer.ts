/** Chooses how many items one transaction handles, so that each takes about the same time. */
export interface BatchPacer {
  readonly size: () => number;
  /** Adjusts the size to how long a batch of `items` took. */
  record(items: number, ms: number): void;
}

export interface PacerOptions {
  readonly targetMs: number;
  readonly min: number;
  readonly max: number;
}

/** At most doubles, so that one quick batch does not make the next one far too large. */
const MAX_GROWTH = 2;

/** Starts small: how fast this machine is has yet to be measured. */
export function createBatchPacer({ targetMs, min, max }: PacerOptions): BatchPacer {
  let size = min;
  return {
    size: () => size,
    record: (items, ms) => {
      if (items <= 0) return;
      const fitting = (items * targetMs) / Math.max(ms, 1);
      size = Math.round(Math.min(max, size * MAX_GROWTH, Math.max(min, fitting)));
    },
  };
}
