import { expect, test } from "vitest";
import { safeText } from "./safe-text.ts";

test("control, invisible and bidirectional characters are removed", () => {
  expect(safeText("a\u0000b\r\n c\u202Ed\u200Be\u2028f\tg", 50)).toBe("a b c d e f g");
});

test("text over the limit is truncated at a whole character and ends with an ellipsis", () => {
  expect(safeText("abcdef", 6)).toBe("abcdef");
  expect(safeText("abcdefg", 6)).toBe("abcde…");
  expect([...safeText("😀".repeat(10), 4)]).toEqual(["😀", "😀", "😀", "…"]);
  expect(safeText("x".repeat(5_000_000), 10)).toBe(`${"x".repeat(9)}…`);
});

test("a lone surrogate is removed", () => {
  expect(safeText("a\uD800b", 10)).toBe("a b");
});

test("numbers and objects are converted to text, and null and undefined to an empty string", () => {
  expect(safeText(42, 10)).toBe("42");
  expect(safeText({ a: [1] }, 20)).toBe('{"a":[1]}');
  expect(safeText(null)).toBe("");
  expect(safeText(undefined)).toBe("");
});
