import { expect, test } from "vitest";
import { collectExpressions } from "../../scripts/regex/collect-expressions.ts";

const collected = (...lines: readonly string[]) => collectExpressions("a.ts", lines.join("\n"));

test("literals and the patterns of schemas are collected with their locations", () => {
  const { expressions, problems } = collected("const A = /a\\/b+$/gu;", 'const B = Type.String({ pattern: "^x+$" });');
  expect(problems).toEqual([]);
  expect(expressions).toEqual([
    { place: "a.ts:1", source: "a\\/b+$", flags: "gu" },
    { place: "a.ts:2", source: "^x+$", flags: "u" },
  ]);
});

test("code that builds an expression at run time is a problem; types and `instanceof` are not", () => {
  const { problems } = collected(
    "new RegExp(text);",
    'RegExp("a");',
    "const make = RegExp;",
    'text.match("a+");',
    "text.search(name + `$`);",
    "const a: RegExp = /a/; a instanceof RegExp;",
  );
  expect(problems.map((problem) => problem.split(": ")[0])).toEqual(["a.ts:1", "a.ts:2", "a.ts:3", "a.ts:4", "a.ts:5"]);
});
