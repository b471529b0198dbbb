import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type BodyProgress, watchProgress } from "./body-progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reads a chunk that arrives after this time. */
const readAfter = (progress: BodyProgress, ms: number) =>
  Promise.all([progress.orStalled(sleep(ms)), vi.advanceTimersByTimeAsync(ms)]);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const NEVER = new Promise<never>(() => undefined);

it("a body that sends too little in five seconds is refused", async () => {
  const progress = watchProgress(() => 100);
  const read = progress.orStalled(NEVER);
  const refused = expect(read).rejects.toMatchObject({ code: "request_timeout" });
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  progress.stop();
});

it("a chunk that is processed when the five seconds end does not give its sender five more", async () => {
  const progress = watchProgress(() => 100);
  await readAfter(progress, 4_900);
  await vi.advanceTimersByTimeAsync(200);
  await expect(progress.orStalled(NEVER)).rejects.toMatchObject({ code: "request_timeout" });
  progress.stop();
});

it("time in which the server was busy with a chunk does not count against its sender", async () => {
  const progress = watchProgress(() => 100);
  await readAfter(progress, 4_000);
  await vi.advanceTimersByTimeAsync(2_000);
  const read = progress.orStalled(NEVER);
  const refused = expect(read).rejects.toMatchObject({ code: "request_timeout" });
  const isStillRead = await Promise.race([
    read.catch(() => false),
    vi.advanceTimersByTimeAsync(4_900).then(() => true),
  ]);
  expect(isStillRead).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  await refused;
  progress.stop();
});
