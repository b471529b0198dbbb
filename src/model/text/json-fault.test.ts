import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "./json-fault.ts";

describe("findJsonFault", () => {
  it.each([
    ["", 0],
    ["nope", 0],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ["[1,,2]", 3],
    ["[1 2]", 3],
    ['{"a":01}', 5],
    ['{"a":"b\\x"}', 7],
    ['{"a":"b\nc"}', 7],
    ['{"a":tru}', 5],
    ['{"a":1}}', 7],
    ['{"a":[1}', 7],
    ["{1:2}", 1],
    ['"open', 5],
  ])("%j is wrong at %d", (text, at) => {
    expect(findJsonFault(text)).toEqual({ at });
  });

  it("names the key that an object has twice, also when one is written with escapes", () => {
    expect(findJsonFault('{"a":{"b":1},"c":[{"b":1,"\\u0062":2}]}')).toEqual({ at: 25, duplicate: "b" });
    expect(findJsonFault('{"a":{"a":{"a":1}}}')).toBe(undefined);
  });

  it("agrees with JSON.parse about every text", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      '"a"',
      '"b"',
      "1",
      "-0.5e3",
      "true",
      "nul",
      " ",
      "\n",
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const fault = findJsonFault(text);
        expect(fault === undefined || fault.duplicate !== undefined).toBe(isJson(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it("finds nothing in what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(findJsonFault(JSON.stringify(value, null, 2))).toBe(undefined);
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
