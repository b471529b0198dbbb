import { expect, test } from "vitest";
import { toAmount, toCount } from "./amount.ts";

test("numbers are rounded and grouped", () => {
  expect(toCount(1_234_567.4)).toBe("1,234,567");
});

test.each([
  [0, "different query", "0 different queries"],
  [1, "line", "1 line"],
  [2, "bad line", "2 bad lines"],
  [1_200, "known address", "1,200 known addresses"],
  [3, "key", "3 keys"],
  [2, "match", "2 matches"],
  [2, "other person", "2 other people"],
])("%d of the noun '%s' is '%s'", (count, noun, text) => {
  expect(toAmount(count, noun)).toBe(text);
});
