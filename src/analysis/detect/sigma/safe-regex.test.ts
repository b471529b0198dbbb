import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requiredLiterals } from "./regex-literals.ts";
import { compileRegex } from "./safe-regex.ts";

const NO_FLAGS = { ignoreCase: false, multiline: false, dotAll: false };

describe("the texts a pattern cannot match without", () => {
  test.each([
    ["python-requests/2\\.\\d+", ["python-requests/2."]],
    ["(?i)Curl", ["curl"]],
    ["^foo.*longer$", ["longer"]],
    ["(foo|bars)x+", ["foo", "bars"]],
    ["(?:abc)+d", ["abc"]],
    ["(?P<name>abc)d", ["abc"]],
    ["one|two", ["one", "two"]],
    ["ab?cd", ["cd"]],
    ["ab{2}cd", ["ab"]],
    ["ab{0,3}cd", ["cd"]],
    ["[]a]bc[^\\]x]de", ["bc"]],
    ["a{b}c", ["a{b}c"]],
    ["/etc/shadow|\\.bash_history", ["/etc/shadow", ".bash_history"]],
  ])("are read from %s", (source, literals) => {
    expect(requiredLiterals(source)).toEqual(literals);
  });

  test.each(["\\w", "a|b", "one|.", "(foo)?", "(foo)*x", "\\x41bc", "\\pLabc", "\\Qa.b\\E", "a.b", ""])(
    "are not guessed for %s",
    (source) => {
      expect(requiredLiterals(source)).toBeNull();
    },
  );

  test("are in whatever the pattern matches", () => {
    const part = fc.constantFrom(
      "ab",
      "cd",
      "a?",
      "b+",
      "(ab|cd)",
      "(?:x)?",
      "[a-c]",
      ".",
      "\\.",
      "c{2}",
      "d*",
      "|",
      "é",
      "\\d",
      "(?i)",
    );
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "d", "x", ".", "é", "1", "A", "C"), maxLength: 12 });
    const property = fc.property(
      fc.array(part, { minLength: 1, maxLength: 7 }),
      fc.array(text, { maxLength: 12 }),
      (parts, texts) => {
        const source = parts.join("");
        const literals = requiredLiterals(source);
        if (literals === null) return;
        const regex = compileRegex(source, { ...NO_FLAGS, ignoreCase: true });
        for (const value of texts) {
          if (regex.test(value)) expect(literals.some((literal) => value.toLowerCase().includes(literal))).toBe(true);
        }
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});

describe("a pattern", () => {
  test("that would take ages elsewhere is done at once", () => {
    const regex = compileRegex("^(a+)+$|(x+x+)+y|(.*)*z", NO_FLAGS);
    expect(regex.test(`${"a".repeat(60_000)}!`)).toBe(false);
  });

  test("examines the first 64 KiB of a value", () => {
    expect(compileRegex("b", NO_FLAGS).test(`${"a".repeat(65_535)}b`)).toBe(true);
    expect(compileRegex("b", NO_FLAGS).test(`${"a".repeat(65_536)}b`)).toBe(false);
  });

  test("that is plain enough for the native engine says the same as the other", () => {
    const plain = fc.stringMatching(/^(?:[a-c]|\[a-b\]|\(a\|b\)|a\?|\\\.|-){1,8}$/);
    const property = fc.property(
      plain,
      fc.string({ unit: fc.constantFrom("a", "b", "c", ".", "-", "A") }),
      (source, text) => {
        // A repetition of zero keeps the pattern from the native engine and changes nothing else.
        expect(compileRegex(source, NO_FLAGS).test(text)).toBe(compileRegex(`(?:${source})z*`, NO_FLAGS).test(text));
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});
