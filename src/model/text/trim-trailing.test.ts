import { expect, test } from "vitest";
import { trimTrailing } from "./trim-trailing.ts";

test.each([
  ["root.,:", ".,:;", "root"],
  ["a/b", "/", "a/b"],
  ["https://example.com//", "/", "https://example.com"],
  ["///", "/", ""],
  ["", "/", ""],
])("%j without %j at its end is %j", (text, characters, trimmed) => {
  expect(trimTrailing(text, characters)).toBe(trimmed);
});
