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

/** Largest growth from one batch to the next, so that one quick batch does not make the next far too large. */
const MAX_GROWTH = 2;

/** Creates a pacer that starts with the smallest batch and adapts to measured durations. */
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
