import { describe, expect, test } from "vitest";
import { compileRules } from "../compile-rules.ts";

const list = (count: number, item: (number: number) => string) => Array.from({ length: count }, (_, at) => item(at));

/** Why a rule with this detection is refused; a sound rule beside it must be compiled whatever happens. */
function refusalOf(detection: readonly string[], more = ""): string | undefined {
  const rule = ["title: Costly", "logsource: { service: signinlogs, product: azure }", "detection:", ...detection];
  const sound =
    "title: Sound\nlogsource: { service: signinlogs, product: azure }\ndetection: { a: { AppId: x }, condition: a }";
  const { rules, refused } = compileRules([
    { path: "costly.yml", text: `${rule.join("\n")}\n${more}` },
    { path: "sound.yml", text: sound },
  ]);
  expect(rules.some(({ path }) => path === "sound.yml")).toBe(true);
  return refused.find(({ path }) => path === "costly.yml")?.reason;
}

describe("a rule is refused, and the others are used, if it has", () => {
  test("too many comparisons, because its condition repeats a selection", () => {
    const values = list(1_000, (number) => `      - v${number}`);
    const condition = list(21, () => "a").join(" or ");
    expect(refusalOf(["  a:", "    AppId|contains:", ...values, `  condition: ${condition}`])).toBe(
      "the rule makes 21000 comparisons; 20000 are allowed",
    );
  });

  test("too many values", () => {
    const fields = list(3, (number) => `    F${number}: [${list(7_000, (at) => `v${at}`).join(",")}]`);
    expect(refusalOf(["  a:", ...fields, "  condition: a"])).toBe("the rule has more than 20000 values");
  });

  test("too many instructions in its regular expressions together", () => {
    const values = list(6, (number) => `      - 'x${number}[ab]{900}[cd]{900}'`);
    expect(refusalOf(["  a:", "    AppId|re:", ...values, "  condition: a"])).toBe(
      "the rule's regular expressions have more than 10000 instructions together",
    );
  });

  test("too many selections or conditions, or a value that is too long", () => {
    const selections = list(201, (number) => `  s${number}: { AppId: x }`);
    expect(refusalOf([...selections, "  condition: 1 of s*"])).toBe("the rule has more than 200 selections");
    const conditions = list(21, () => "    - a");
    expect(refusalOf(["  a: { AppId: x }", "  condition:", ...conditions])).toBe(
      "the rule has more than 20 conditions",
    );
    expect(refusalOf([`  a: { AppId: ${"x".repeat(4_097)} }`, "  condition: a"])).toBe(
      "'AppId' has a value that is longer than 4096 characters",
    );
  });

  test("placeholders or dashes that expand to too many values", () => {
    const placeholders = `---\nplaceholders: { p: [${list(100, (number) => `v${number}`).join(",")}] }`;
    const many = "'AppId|expand' expands to more than 2000 values";
    expect(refusalOf(["  a: { 'AppId|expand': '%p%%p%%p%%p%' }", "  condition: a"], placeholders)).toBe(many);
    const dashes = "  a: { 'AppId|expand|windash': '%p% -a -b -c' }";
    expect(refusalOf([dashes, "  condition: a"], placeholders)).toBe(
      "'AppId|expand|windash' expands to more than 2000 values",
    );
  });
});

test("a condition with many wildcards is resolved quickly", () => {
  const selections = list(100, (number) => `  ${"a".repeat(200)}${number}: { AppId: x }`);
  expect(refusalOf([...selections, `  condition: 1 of ${"*a".repeat(60)}*b`])).toBe(
    `'1 of ${"*a".repeat(60)}*b' matches no selection`,
  );
  expect(refusalOf([...selections, `  condition: 1 of ${"*a".repeat(60)}*9`])).toBeUndefined();
});
