import { vi } from "vitest";

/** Longer than anything takes on a busy machine: a test that waits for this long fails because what it waits for does not happen. */
const LIMIT_MS = 120_000;

/** Repeats a check until it does not throw; for what happens soon, but not at once. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: LIMIT_MS, interval: 50 });
