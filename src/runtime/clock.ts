/** The only door to the current time. Tests pass a fixed clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds that never jump, for limits and durations. */
export const monotonicMs = (): number => performance.now();
