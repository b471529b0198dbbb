import fc from "fast-check";
import { expect, test } from "vitest";
import { detectorCodeOf, groupKeyOf, hitKeyOf, isTextKey, textOfKey } from "./hit-keys.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test("no text of a row can forge a group of another detector", () => {
  const detectors = ["a@1", "a@12", "ab@1"];
  const groups = ["", "g", "\u001f", "2\u001fg", "b@1\u001fg", "a@1\u001fg"];
  const keys = detectors.flatMap((detector) => groups.map((group) => groupKeyOf(detector, group)));
  expect(new Set(keys).size).toBe(detectors.length * groups.length);
  for (const key of keys) expect(key).toMatch(UUID);
});

test("a group has the same key after its key left the cache", () => {
  const before = groupKeyOf("a@1", "g");
  for (let n = 0; n < 50_000; n++) groupKeyOf("b@1", String(n));
  expect(groupKeyOf("a@1", "g")).toBe(before);
});

test("a short ASCII text is its own key, any other one has a digest", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (text) => {
      const key = hitKeyOf(text);
      expect(key).toMatch(UUID);
      expect(isTextKey(key)).toBe(text.length <= 15);
      if (isTextKey(key)) expect(textOfKey(key)).toBe(text);
    }),
  );
  expect(isTextKey(hitKeyOf("Zoë"))).toBe(false);
});

test("different texts have different keys, also if one is the start of another", () => {
  const texts = ["", "a", "ab", "a\u0001", "b", "a".repeat(15), "a".repeat(16), "ä", "\u00e4a"];
  expect(new Set(texts.map(hitKeyOf)).size).toBe(texts.length);
});

test("short texts are in the order of their characters", () => {
  const texts = ["", "a", "a1", "ab", "b", "ba"];
  expect(texts.map(hitKeyOf).sort()).toEqual(texts.map(hitKeyOf));
});

test("the code of a detector is a 4-byte integer", () => {
  for (const name of ["a@1", "b@1", "password_spray@1", "impossible_travel@1"]) {
    expect(detectorCodeOf(name)).toBe(detectorCodeOf(name) | 0);
  }
});
