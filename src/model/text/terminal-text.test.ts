import fc from "fast-check";
import { expect, it } from "vitest";
import { terminalJson, terminalText } from "./terminal-text.ts";

/** One character of each kind that a terminal obeys or does not show. */
const HOSTILE = [
  ..."\u0000\u0007\u001b\u007f\u0080\u009b\u009d\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f",
  ..."\u2028\u2029\u202a\u202e\u2060\u2066\u2069\u3164\ufe0f\ufeff\ufff9\ufffb\u{1d173}\u{e0001}\u{e0041}\u{e0100}",
];
const OBEYED_OR_HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** The same without those that a letter or emoji before them needs, and those with a shape of their own. */
const NEVER_SHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0001}]/u;

const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary", minLength: 1, maxLength: 1 })),
});
const value = fc.oneof(fc.jsonValue({ stringUnit: "binary" }), fc.dictionary(text, fc.oneof(text, fc.array(text))));

it("JSON for a terminal has the same value, and no character that a terminal obeys or does not show", () => {
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (given, indent) => {
      const shown = terminalJson(JSON.stringify(given, null, indent));
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(given)));
      expect(shown.replaceAll("\n", "")).not.toMatch(OBEYED_OR_HIDDEN);
      expect(terminalJson(shown)).toBe(shown);
    }),
    { numRuns: 2_000 },
  );
});

it("text for a terminal is one line without a character that a terminal obeys, or that only hides", () => {
  fc.assert(
    fc.property(text, (given) => {
      const shown = terminalText(given);
      expect(shown).not.toMatch(NEVER_SHOWN);
      expect(terminalText(shown)).toBe(shown);
    }),
    { numRuns: 2_000 },
  );
});

it.each(HOSTILE.map((character) => [character.codePointAt(0)?.toString(16), character]))(
  "U+%s becomes escapes in JSON and never hides in plain text",
  (_code, character) => {
    expect(JSON.parse(terminalJson(JSON.stringify(character)))).toBe(character);
    expect(terminalJson(JSON.stringify(character))).toMatch(/^"(\\u[0-9a-f]{4}){1,2}"$/);
    expect(terminalText(`ad${character}min`)).toBe("ad\ufffdmin");
  },
);

it("a character outside of the basic plane becomes the escapes of its surrogates", () => {
  expect(terminalJson(JSON.stringify("a\u{e0041}"))).toBe(String.raw`"a\udb40\udc41"`);
});

it("letters of every script and emoji are shown as they are", () => {
  for (const shown of ["Zoë 東京 العربية \u0600 نامه\u200cها 👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3 葛\u{e0100}"]) {
    expect(terminalText(shown)).toBe(shown);
  }
});

it("a series of characters that choose a shape hides nothing: one is shown, and none after a character that is not shown", () => {
  const hidden = [..."SEND"].map((letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0))).join("");
  expect(terminalText(`é${hidden}`)).toBe(`é${"\ufffd".repeat(4)}`);
  expect(terminalText("葛\u{e0100}\u{e0101}")).toBe("葛\u{e0100}\ufffd");
  expect(terminalText("é\ufe0f\ufe0e\ufe0f")).toBe("é\ufe0f\ufffd\ufffd");
  expect(terminalText("\u200b\u034f")).toBe("\ufffd\ufffd");
  expect(terminalText("🏳\ufe0f\u200d🌈")).toBe("🏳\ufe0f\u200d🌈");
});
