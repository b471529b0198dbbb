/** The only source of the current time. Tests pass a fixed clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Returns milliseconds of the monotonic clock, for limits and durations. */
export const monotonicMs = (): number => performance.now();
