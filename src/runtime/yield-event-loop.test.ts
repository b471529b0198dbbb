import { expect, it } from "vitest";
import { yieldEventLoop } from "./yield-event-loop.ts";

/** Occupies the thread. */
function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Returns how many iterations the event loop makes between two steps, the first of which takes this long. */
async function iterationsAfter(stepMs: number): Promise<number> {
  let iterations = 0;
  let isCounting = false;
  const count = (): void => {
    iterations++;
    if (isCounting) setImmediate(count);
  };
  const second = async (): Promise<void> => {
    await yieldEventLoop();
    isCounting = false;
  };
  await yieldEventLoop();
  const waiting = second();
  spin(stepMs);
  isCounting = true;
  setImmediate(count);
  await waiting;
  return iterations;
}

it("requests get several iterations of the event loop after a long step, and one after a short one", async () => {
  expect(await iterationsAfter(0)).toBeLessThan(4);
  expect(await iterationsAfter(50)).toBeGreaterThan(20);
});

it("work continues in the order in which it yielded", async () => {
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3].map(async (n) => {
      await yieldEventLoop();
      order.push(n);
    }),
  );
  expect(order).toEqual([1, 2, 3]);
});
