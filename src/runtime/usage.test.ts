import { expect, it } from "vitest";
import { createUsage } from "./usage.ts";

it("a service is idle before its first use, not during one, and again a moment after the last has ended", () => {
  let now = 0;
  const usage = createUsage(() => now);
  expect(usage.isIdle()).toBe(true);
  const [endFirst, endSecond] = [usage.begin(), usage.begin()];
  now = 60_000;
  endFirst();
  endFirst();
  now = 120_000;
  expect(usage.isIdle()).toBe(false);
  endSecond();
  expect(usage.isIdle()).toBe(false);
  now += 299;
  expect(usage.isIdle()).toBe(false);
  now += 1;
  expect(usage.isIdle()).toBe(true);
});
