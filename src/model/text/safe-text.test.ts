import { expect, test } from "vitest";
import { safeText } from "./safe-text.ts";

test("control, invisible and direction-changing characters never reach a sentence", () => {
  expect(safeText("a\u0000b\r\n c\u202Ed\u200Be\u2028f\tg", 50)).toBe("a b c d e f g");
});

test("text longer than allowed is cut at a whole character and says so", () => {
  expect(safeText("abcdef", 6)).toBe("abcdef");
  expect(safeText("abcdefg", 6)).toBe("abcde…");
  expect([...safeText("😀".repeat(10), 4)]).toEqual(["😀", "😀", "😀", "…"]);
  expect(safeText("x".repeat(5_000_000), 10)).toBe(`${"x".repeat(9)}…`);
});

test("half a surrogate pair is no text", () => {
  expect(safeText("a\uD800b", 10)).toBe("a b");
});

test("what is no text is written out, and nothing is an empty text", () => {
  expect(safeText(42, 10)).toBe("42");
  expect(safeText({ a: [1] }, 20)).toBe('{"a":[1]}');
  expect(safeText(null)).toBe("");
  expect(safeText(undefined)).toBe("");
});
