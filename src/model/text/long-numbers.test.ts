import fc from "fast-check";
import { expect, it } from "vitest";
import { quoteLongNumbers } from "./long-numbers.ts";

it("quotes integers that cannot be represented exactly, and nothing else", () => {
  expect(
    quoteLongNumbers(
      '{"a":12345678901234567890,"b":"12345678901234567890","c":[-98765432109876543,1234567890123456],"d":1.5e300}',
    ),
  ).toBe(
    '{"a":"12345678901234567890","b":"12345678901234567890","c":["-98765432109876543",1234567890123456],"d":1.5e300}',
  );
  expect(quoteLongNumbers('["\\"12345678901234567890", 0.12345678901234567, 12345678901234567E2]')).toBe(
    '["\\"12345678901234567890", 0.12345678901234567, 12345678901234567E2]',
  );
});

/** JSON values without unsafe integers. */
const anyValue = fc.json().map((text) => {
  const isShort = (value: unknown) => !Number.isInteger(value) || Number.isSafeInteger(value);
  return JSON.parse(text, (_key, value: unknown) => (isShort(value) ? value : 0)) as unknown;
});

it("leaves all other JSON unchanged", () => {
  fc.assert(
    fc.property(anyValue, fc.string({ unit: "binary" }), (value, text) => {
      const written = JSON.stringify([value, `1234567890123456 ${text}`]);
      expect(JSON.parse(quoteLongNumbers(written))).toEqual(JSON.parse(written));
    }),
  );
});

it("runs in linear time for quotes, backslashes and digits", () => {
  for (const piece of ['\\"', "\\", '"', "\\\\", "1", "-", "1-"]) {
    const text = `{"n":1234567890123456789,"a":"${piece.repeat(500_000)}`;
    // In quadratic time this would not end within the limit of a test.
    expect(quoteLongNumbers(text).length, piece).toBeGreaterThan(text.length);
  }
});
