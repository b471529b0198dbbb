import { describe, expect, test } from "vitest";
import {
  compileOne,
  isMatch,
  refusalOf,
  rowOf,
  ruleText,
  SHIPPED_MAPPINGS,
  selecting,
} from "../../../../test/support/rules.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { compileRules } from "./compile-rules.ts";
import { findingOf } from "./match/finding-of.ts";

const ANY = "  selection: { Identity: a }\n  condition: selection";
const file = (path: string, text: string) => ({ path, text });

describe("a rule", () => {
  test("has its file's name as its slug", () => {
    const { rules } = compileRules([file("area/First-Rule one.YAML", ruleText(ANY))]);
    expect(rules.map(({ facts }) => facts.slug)).toEqual(["first_rule_one"]);
  });

  test("with the id of another one is used with a warning that names the other", () => {
    const text = ruleText(ANY, "id: 5fe1b2a2-5d9b-4d3e-9a59-0a3e4a1b7c11\n");
    const { rules, warnings } = compileRules([file("one.yml", text), file("two.yml", text)]);
    expect(rules).toHaveLength(2);
    expect(warnings).toEqual([expect.objectContaining({ path: "two.yml", message: expect.stringContaining("'one'") })]);
  });

  test("that is not the first of its file is refused with the line on which it starts", () => {
    const text = `${ruleText(ANY)}---\n${ruleText("  selection: { Identity|fuzzy: a }\n  condition: selection", "name: b\n")}`;
    expect(refusalOf(text)).toMatch(/^line 7: 'Identity\|fuzzy'/);
  });

  test("maps level, tags and log source to severity, tactics, techniques and tables", () => {
    const text = `title: Odd sign-in
id: 5fe1b2a2-5d9b-4d3e-9a59-0a3e4a1b7c11
level: informational
tags: [attack.initial-access, attack.t1078.004, detection.emerging-threats]
falsepositives: [Travel.]
logsource: { product: azure, service: auditlogs }
detection:
${ANY}
parapet: { threat_type: insider_threat, signal: pam, why: Because., major: 3, summary: '{Identity} did it' }
`;
    const [rule] = compileOne(text).rules;
    expect(rule?.facts).toEqual({
      slug: "a_rule",
      major: 3,
      title: "Odd sign-in",
      severity: "none",
      tactics: ["initial_access"],
      techniques: ["T1078.004"],
      threatType: "insider_threat",
      signal: "pam",
    });
    expect(rule).toMatchObject({
      id: "5fe1b2a2-5d9b-4d3e-9a59-0a3e4a1b7c11",
      tables: ["AuditLogs"],
      generate: true,
      notes: { why: "Because.", falsePositives: ["Travel."] },
    });
  });

  test("derives threat type and signal from its tactics and table where it declares none", () => {
    const [rule] = compileOne(ruleText(ANY, "tags: [attack.exfiltration]\n")).rules;
    expect(rule?.facts).toMatchObject({ threatType: "data_exfiltration", signal: "core_iam", severity: "medium" });
  });

  test("declares the share of its findings that are right, as a number between 0 and 1", () => {
    const [rule] = compileOne(ruleText(ANY, "parapet: { precision: 0.7 }\n")).rules;
    expect(rule?.facts.precision).toBe(0.7);
    for (const wrong of ["1", "0", "high"]) {
      expect(refusalOf(ruleText(ANY, `parapet: { precision: ${wrong} }\n`))).toMatch(/'parapet.precision' must be/);
    }
  });

  test("gives the same finding for the same row, with sanitized values", () => {
    const text = ruleText(ANY, "parapet: { summary: '{Identity} from {Location} with {Nothing}' }\n");
    const { rules } = compileOne(text);
    const row = rowOf({ Identity: `a\u202e${"x".repeat(500)}`, Location: "C\nH", Id: "native" });
    const finding = rules[0] && findingOf(rules[0], { row, actor: null, matches: new Set() });
    expect(finding).toMatchObject({ key: row.contentKey, at: row.at, platformEventId: "native", title: "A rule" });
    expect(finding?.rows).toEqual([{ table: "SigninLogs", rowId: "row", at: row.at }]);
    expect(finding?.summary).toMatch(/^a x{190,198}… from C H with unknown$/);
  });

  test("may name any table as its service", () => {
    const text = `title: T\nlogsource: { product: m365, service: urlclickevents }\ndetection:\n  selection: { Url: a }\n  condition: selection\n`;
    expect(compileOne(text).rules[0]?.tables).toEqual(["UrlClickEvents"]);
    expect(isMatch(text, { Url: "A" }, "UrlClickEvents")).toBe(true);
    expect(isMatch(text, { Url: "A" }, "SigninLogs")).toBe(false);
  });

  test("of a log source with two tables matches rows of both", () => {
    const text = `title: T\nlogsource: { product: m365, service: exchange }\ndetection:\n  selection: { Operation: X }\n  condition: selection\n`;
    expect(isMatch(text, { Operation: "x" }, "OfficeActivity")).toBe(true);
    expect(isMatch(text, { ActionType: "x" }, "CloudAppEvents")).toBe(true);
  });

  test.each([
    ["a: [", "YAML"],
    ["- a\n- b", "a map"],
    ["", "no rule"],
    ["title: T", "needs 'detection'"],
    [ruleText(ANY).replace("title: A rule", "title: ''"), "no title"],
    [ruleText(ANY, "level: enormous\n"), "'enormous'"],
    [ruleText(ANY).replace("signinlogs", "cloudtrail"), "no table has"],
    [ruleText(ANY).replace("service: signinlogs", "category: image_load"), "no table has"],
    [ruleText(`${ANY}\n  timeframe: 5m`), "'timespan'"],
    [ruleText(ANY, "parapet: { treat_type: x }\n"), "'treat_type'"],
    [ruleText(ANY, "parapet: { threat_type: x }\n"), "expected one of"],
    [ruleText(ANY, "parapet: { examples: { fires: 3 } }\n"), "lists of rows"],
    ["title: T\ntitle: U", "YAML"],
  ])("that is invalid or unsupported is refused with its reason: %#", (text, reason) => {
    expect(refusalOf(text)).toContain(reason);
  });

  test("that is refused does not affect the others", () => {
    const { rules, refused } = compileRules([file("bad.yml", "a: ["), file("good.yml", ruleText(ANY))]);
    expect(rules).toHaveLength(1);
    expect(refused).toEqual([{ path: "bad.yml", ruleId: null, reason: expect.stringContaining("YAML") }]);
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf.x", "x.constructor"])(
    "may ask for a field that is named '%s', and matches the rows that have it",
    (field) => {
      const text = ruleText(`  selection: { '${field}': x }\n  condition: selection`);
      const fields = (value: string) => JSON.parse(`{"${field}": "${value}"}`);
      expect(isMatch(text, fields("x"))).toBe(true);
      expect(isMatch(text, fields("y"))).toBe(false);
      expect(isMatch(text, {})).toBe(false);
      expect(isMatch(text.replace("azure, service: signinlogs", "windows, service: security"), {})).toBe(false);
    },
  );

  test.each([
    [ruleText(ANY, "level: constructor\n"), "'constructor'"],
    [selecting("Identity|re|constructor: a"), "'constructor'"],
    [selecting("Identity|toString: a"), "'toString'"],
    [selecting("Identity|expand: '%constructor%'"), "'%constructor%'"],
    [ruleText(ANY).replace("product: azure, service: signinlogs", "service: constructor"), "no table has"],
    [ruleText("  selection: { Identity: a }\n  condition: constructor"), "not defined"],
  ])("does not take what every object has for a word that is known: %#", (text, reason) => {
    expect(refusalOf(text)).toContain(reason);
  });

  test("that fails with an unexpected error is refused with its file and id, and does not affect the others", () => {
    const broken = ruleText(ANY, "id: rule-9\nlevel: { toString: 1 }\n");
    const unreadable = {
      path: "unreadable.yml",
      get text(): string {
        throw new TypeError("out of luck");
      },
    };
    const { engine, refused } = compileRules([file("broken.yml", broken), unreadable, file("good.yml", ruleText(ANY))]);
    expect(engine.matches(rowOf({ Identity: "a" }))).toMatchObject([{ path: "good.yml" }]);
    expect(refused).toEqual([
      { path: "unreadable.yml", ruleId: null, reason: "it cannot be compiled: out of luck" },
      { path: "broken.yml", ruleId: "rule-9", reason: expect.stringContaining("it cannot be compiled: ") },
    ]);
  });

  test("that throws on a row is reported, and the other rules still match the row", () => {
    const { engine } = compileRules([
      file("exact.yml", selecting("Identity: a")),
      file("always.yml", selecting("Identity|exists: true")),
      file("other.yml", selecting("AppDisplayName: b")),
      file("part.yml", selecting("AppDisplayName|contains: b")),
    ]);
    const hostile = {
      AppDisplayName: "b",
      get Identity(): string {
        throw new TypeError("out of luck");
      },
    };
    const slugsOf = (row: LogRow) => {
      const failed: string[] = [];
      const matched = engine.matches(row, ({ facts }, error) => failed.push(`${facts.slug}: ${error.message}`));
      return { matched: matched.map(({ facts }) => facts.slug), failed };
    };
    const poisoned = { ...rowOf({}), fields: hostile };
    expect(slugsOf(rowOf({ Identity: "a", AppDisplayName: "c" })).matched).toEqual(["exact", "always"]);
    expect(slugsOf(poisoned)).toEqual({
      matched: ["other", "part"],
      failed: ["exact: out of luck", "always: out of luck"],
    });
    expect(slugsOf(rowOf({ Identity: "a" })).matched).toEqual(["exact", "always"]);
  });

  test("with the name of another rule is refused", () => {
    const { refused } = compileRules([file("x/same.yml", ruleText(ANY)), file("y/same.yml", ruleText(ANY))]);
    expect(refused).toEqual([{ path: "y/same.yml", ruleId: null, reason: expect.stringContaining("x/same.yml") }]);
  });

  test("with an unknown column is used, with a warning", () => {
    const { rules, warnings } = compileOne(selecting("Unheard: x"));
    expect(rules).toHaveLength(1);
    expect(warnings).toEqual([{ path: "a-rule.yml", ruleId: null, message: expect.stringContaining("'Unheard'") }]);
  });

  test("cannot expand without bound through YAML aliases", () => {
    const levels = Array.from({ length: 12 }, (_, at) => `x${at + 1}: &x${at + 1} [${`*x${at}, `.repeat(9)}*x${at}]`);
    expect(refusalOf(`x0: &x0 [a]\n${levels.join("\n")}\n${ruleText(ANY)}`)).toContain("values");
  });
});

describe("a placeholders document", () => {
  const rule = file("a.yml", selecting("UserPrincipalName|expand: '%admins%'"));

  test("provides values for rules of any file", () => {
    const { engine, refused } = compileRules([
      rule,
      file("one.yml", "placeholders: { admins: [root@a.example] }"),
      file("two.yml", "placeholders: { admins: ops@a.example }"),
    ]);
    expect(refused).toEqual([]);
    const fires = (user: string) => engine.matches(rowOf({ UserPrincipalName: user })).length > 0;
    expect([fires("root@a.example"), fires("ops@a.example"), fires("joe@a.example")]).toEqual([true, true, false]);
  });

  test("is refused with any other key or without values", () => {
    expect(refusalOf("title: T\nplaceholders: { a: b }")).toContain("'title'");
    expect(refusalOf("placeholders: { a: [] }")).toContain("has no value");
    expect(refusalOf("placeholders: 3")).toContain("must be a map");
  });
});

describe("a filter document", () => {
  const filter = (rules: string, condition: string, more = "") =>
    `title: Known\n${more}filter:\n  rules: ${rules}\n  known: { UserPrincipalName|startswith: svc }\n  condition: ${condition}\n`;
  const fires = (filterText: string, user: string) => {
    const compiled = compileRules([
      ...SHIPPED_MAPPINGS,
      file("one.yml", ruleText(ANY, "id: rule-1\n")),
      file("filter.yml", filterText),
    ]);
    expect(compiled.refused).toEqual([]);
    const row = rowOf({ Identity: "a", UserPrincipalName: user });
    expect(compiled.engine.matchesFull(row)).toEqual(compiled.engine.matches(row));
    return compiled.engine.matches(row).length > 0;
  };

  test.each(["[rule-1]", "[one]", "any"])("keeps what it selects from the rules it names: %s", (rules) => {
    expect(fires(filter(rules, "known"), "svc-1")).toBe(false);
    expect(fires(filter(rules, "known"), "joe")).toBe(true);
  });

  test("means the same with 'not' in front", () => {
    expect(fires(filter("any", "not known"), "svc-1")).toBe(false);
    expect(fires(filter("any", "not known"), "joe")).toBe(true);
  });

  test("of another log source changes nothing", () => {
    const other = "logsource: { product: windows, service: security }\n";
    expect(fires(filter("any", "known", other), "svc-1")).toBe(true);
  });

  test("applies to the field names of its rules, and excludes nothing by a field that no row has", () => {
    const logsource = "logsource: { product: windows, category: process_creation }\n";
    const rule = `title: R\n${logsource}detection: { s: { Image|endswith: \\a.exe }, condition: s }\n`;
    const excluding = (selection: string, source = logsource) =>
      `title: F\n${source}filter: { rules: any, known: { ${selection} }, condition: known }\n`;
    const finds = (filterText: string) => {
      const sources = [...SHIPPED_MAPPINGS, file("rule.yml", rule), file("filter.yml", filterText)];
      const { engine, refused } = compileRules(sources);
      expect(refused).toEqual([]);
      const row = rowOf({ EventID: 4688, NewProcessName: "C:\\a.exe", CommandLine: "a -x" }, "SecurityEvent");
      return engine.matches(row).length;
    };
    expect(finds(excluding("CommandLine|contains: ' -x'"))).toBe(0);
    expect(finds(excluding("CommandLine|contains: ' -y'"))).toBe(1);
    expect(finds(excluding("Company: Contoso"))).toBe(1);
    expect(finds(excluding("Company|neq: Contoso"))).toBe(1);
    const other = "logsource: { product: windows, service: security }\n";
    expect(finds(excluding("CommandLine|contains: ' -x'", other))).toBe(1);
  });

  test("without rules is refused, and one that references a missing rule gives a warning", () => {
    expect(refusalOf(filter("[]", "known"))).toContain("references no rules");
    const { warnings } = compileRules([file("filter.yml", filter("[nobody]", "known"))]);
    expect(warnings[0]?.message).toContain("'nobody'");
  });
});
