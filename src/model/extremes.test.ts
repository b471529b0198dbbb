import { expect, it } from "vitest";
import { largest, smallest } from "./extremes.ts";

it("finds extremes of lists that are too long for the arguments of a function", () => {
  const numbers = Array.from({ length: 400_000 }, (_, n) => n);
  expect([smallest(numbers), largest(numbers)]).toEqual([0, 399_999]);
  expect([smallest([]), largest([])]).toEqual([null, null]);
});
