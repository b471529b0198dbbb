import { describe, expect, test } from "vitest";
import { isMatch, refusalOf, ruleText } from "../../../../../test/support/rules.ts";

/** Selections a, b, c and _d, each of which holds when the row's Identity has its letter. */
const text = (condition: string) =>
  ruleText(`  sel_a: { Identity|contains: a }
  sel_b: { Identity|contains: b }
  other_c: { Identity|contains: c }
  _d: { Identity|contains: d }
  condition: ${condition}`);

const holds = (condition: string, letters: string) => isMatch(text(condition), { Identity: letters });

describe("a condition", () => {
  test.each([
    ["sel_a", "a", "b"],
    ["sel_a and sel_b", "ab", "a"],
    ["sel_a or sel_b", "b", "c"],
    ["not sel_a", "b", "a"],
    ["sel_a and not sel_b", "ac", "ab"],
    ["sel_a or sel_b and other_c", "a", "b"],
    ["(sel_a or sel_b) and other_c", "bc", "a"],
    ["not (sel_a or sel_b)", "c", "b"],
    ["1 of sel_*", "b", "c"],
    ["any of sel_*", "b", "c"],
    ["all of sel_*", "ab", "ac"],
    ["1 of them", "c", "d"],
    ["all of them", "abc", "ab"],
    ["2 of them", "ac", "ad"],
    ["sel_a and not 1 of other_*", "a", "ac"],
    ["1 of _*", "d", "a"],
    ["NOT sel_a AND 1 OF them", "b", "a"],
    ["[sel_a, sel_b and other_c]", "bc", "b"],
  ])("%s holds for '%s' and not for '%s'", (condition, yes, no) => {
    expect(holds(condition, yes)).toBe(true);
    expect(holds(condition, no)).toBe(false);
  });

  test.each([
    ["sel_x", "'sel_x'"],
    ["1 of nothing*", "matches no selection"],
    ["4 of them", "never match"],
    ["sel_a and", "ends unexpectedly"],
    ["(sel_a", "without ')'"],
    ["sel_a)", "unexpected"],
    ["sel_a sel_b", "unexpected"],
    ["1 of", "ends after"],
    ["sel_a | count() > 5", "write a correlation"],
    ["sel_a | near sel_b", "write a correlation"],
    ["''", "no condition"],
    ["3", "no condition"],
  ])("%s is refused: %s", (condition, reason) => {
    expect(refusalOf(text(condition))).toContain(reason);
  });

  test("is refused when it is nested too deeply", () => {
    expect(refusalOf(text(`${"(".repeat(100)}sel_a${")".repeat(100)}`))).toContain("nested deeper");
  });
});

describe("a selection", () => {
  test("that is a map requires all of its fields", () => {
    const rule = ruleText("  selection: { Identity: a, Location: CH }\n  condition: selection");
    expect(isMatch(rule, { Identity: "a", Location: "CH" })).toBe(true);
    expect(isMatch(rule, { Identity: "a", Location: "DE" })).toBe(false);
  });

  test("that is a list of maps requires one of them", () => {
    const rule = ruleText("  selection:\n    - Identity: a\n    - Location: CH\n  condition: selection");
    expect(isMatch(rule, { Identity: "x", Location: "CH" })).toBe(true);
    expect(isMatch(rule, { Identity: "x", Location: "DE" })).toBe(false);
  });

  test("that is a list of keywords is searched in the whole row", () => {
    const rule = ruleText("  keywords: [needle, 4711]\n  condition: keywords");
    expect(isMatch(rule, { Status: { deep: ["a NEEDLE here"] } })).toBe(true);
    expect(isMatch(rule, { DurationMs: 4711 })).toBe(true);
    expect(isMatch(rule, { Identity: "hay" })).toBe(false);
  });

  test("of keywords finds quotes and backslashes, in nested JSON too", () => {
    const rule = ruleText(String.raw`  keywords: ['\\temp\\"x"']
  condition: keywords`);
    expect(isMatch(rule, { Identity: String.raw`c:\temp\"x"` })).toBe(true);
    expect(isMatch(rule, { Identity: JSON.stringify({ path: String.raw`c:\temp\"x"` }) })).toBe(true);
  });

  test("of keywords with 'all' requires all of them", () => {
    const rule = ruleText("  keywords: { '|all': [one, two] }\n  condition: keywords");
    expect(isMatch(rule, { Identity: "one", Location: "two" })).toBe(true);
    expect(isMatch(rule, { Identity: "one" })).toBe(false);
  });

  test("of keywords may have wildcards", () => {
    const rule = ruleText("  keywords: { '|re': 'n[aeiou]{2}dle' }\n  condition: keywords");
    expect(isMatch(rule, { Identity: "a needle" })).toBe(true);
    expect(isMatch(rule, { Identity: "a nadle" })).toBe(false);
  });

  test.each(["{}", "[]", "[[a]]", "[null]"])("that selects nothing is refused: %s", (selection) => {
    expect(refusalOf(ruleText(`  selection: ${selection}\n  condition: selection`))).not.toBe("");
  });
});
