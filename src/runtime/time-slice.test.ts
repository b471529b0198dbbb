import { expect, it } from "vitest";
import { createTimeSlice } from "./time-slice.ts";

it("a time slice yields to the event loop only once it is used up, and starts again after", async () => {
  let now = 0;
  let turns = 0;
  const count = (): void => {
    turns++;
  };
  const slice = createTimeSlice(10, () => now);
  setImmediate(count);
  now = 9;
  await slice.pause();
  expect([slice.isOver(), turns]).toEqual([false, 0]);
  now = 10;
  expect(slice.isOver()).toBe(true);
  await slice.pause();
  expect([slice.isOver(), turns]).toEqual([false, 1]);
});
