import { expect, it } from "vitest";
import { withChanges } from "./url-state.ts";

it.each([
  ["", { a: "1" }, "?a=1"],
  ["?a=1", { a: null }, ""],
  ["?a=1&b=2", { a: "3", b: null, c: null }, "?a=3"],
  ["?a=1", {}, "?a=1"],
  ["?a=1", { b: "x y&z" }, "?a=1&b=x+y%26z"],
])("%s with the changes %j is %s", (search, changes, expected) => {
  expect(withChanges(search, changes)).toBe(expected);
});
