import { expect, test } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

test.each([
  ['{"a":1,}', "is not valid JSON: unexpected '}' at position 8"],
  ["nope", "is not valid JSON: unexpected 'n' at position 1"],
  ['{"a":', "is not valid JSON: it ends too early, at position 6"],
  ['{\n  "a": 1,\n  "b": 🦊\n}\n', "is not valid JSON: unexpected '🦊' at line 3, position 8"],
  ['{\n  "a": 1\n', "is not valid JSON: it ends too early, at line 2, position 9"],
  ['{ \u200b"a":1}', "is not valid JSON: unexpected character U+200B at position 3"],
  ['{"a":\u0007}', "is not valid JSON: unexpected character U+0007 at position 6"],
  ['{"a":{"b":1},"a":2}', "has the key 'a' twice in one object, at position 14"],
  ['{"x\\u202ey":1,"x\\u202ey":2}', "has the key 'x y' twice in one object, at position 15"],
])("%j is refused with what is wrong and where", (text, message) => {
  expect(() => parseStrictJson(text)).toThrow(message);
});
