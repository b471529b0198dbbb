import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requiredLiterals } from "./regex-literals.ts";
import { compileRegex } from "./safe-regex.ts";

const NO_FLAGS = { ignoreCase: false, multiline: false, dotAll: false };

describe("the required literals of a pattern", () => {
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

  test("are in every text the pattern matches", () => {
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
  test("that backtracks exponentially in other engines runs in linear time", () => {
    const regex = compileRegex("^(a+)+$|(x+x+)+y|(.*)*z", NO_FLAGS);
    expect(regex.test(`${"a".repeat(60_000)}!`)).toBe(false);
  });

  test("is refused before it is compiled if its repetitions make it too large", () => {
    const problem = "has more than 2000 instructions when its repetitions are expanded";
    expect(() => compileRegex("[ab]{1000}".repeat(400), NO_FLAGS)).toThrow(problem);
    expect(() => compileRegex(`(${"ab".repeat(1_000)}){1000}`, NO_FLAGS)).toThrow(problem);
    expect(() => compileRegex("(?:a?){900}a{900}", NO_FLAGS)).toThrow(problem);
    expect(compileRegex("\\{5000\\}[{9000}]", NO_FLAGS).test("{5000}9")).toBe(true);
  });

  test("is refused if it has too many active states or Unicode classes", () => {
    expect(() => compileRegex("\\b.{1,900}x", NO_FLAGS)).toThrow(
      /can take \d+ steps for one character; 1000 are allowed/,
    );
    expect(() => compileRegex("\\p{L}".repeat(51), NO_FLAGS)).toThrow("has more than 50 classes of Unicode");
    expect(compileRegex("[A-Za-z0-9+/]{200,}", NO_FLAGS).stepsPerCharacter).toBeLessThan(220);
  });
});
