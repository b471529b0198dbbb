import { describe, expect, test } from "vitest";
import { compileOne, isMatch, refusalOf, rowOf, SHIPPED_MAPPINGS } from "../../../../../test/support/rules.ts";
import { compileRules } from "../compile-rules.ts";
import { isPartial } from "../compiled-rule.ts";
import { failedMappingExamples } from "./mapping-examples.ts";

const rule = (logsource: string, detection: unknown) =>
  `title: R\nlogsource: { ${logsource} }\ndetection: ${JSON.stringify(detection)}\n`;
const process = (detection: unknown) => rule("product: windows, category: process_creation", detection);
const IMAGE = { "Image|endswith": "\\certutil.exe" };
const ORIGINAL = { OriginalFileName: "CertUtil.exe" };
const LINE = { "CommandLine|contains": "urlcache" };

describe("a rule of a mapped log source", () => {
  test("reads its fields from the columns of the mapping, and only rows of the log source", () => {
    const text = process({ s: { ...IMAGE, ...LINE }, condition: "s" });
    const columns = { NewProcessName: "C:\\certutil.exe", CommandLine: "certutil -urlcache" };
    expect(isMatch(text, { EventID: 4688, ...columns }, "SecurityEvent")).toBe(true);
    expect(isMatch(text, { EventID: 4689, ...columns }, "SecurityEvent")).toBe(false);
    expect(isMatch(text, { EventID: 4688, Image: "C:\\certutil.exe", CommandLine: "urlcache" }, "SecurityEvent")).toBe(
      false,
    );
    expect(isPartial(compileOne(text).rules[0] ?? { readings: [] })).toBe(false);
  });

  test("is partial if an alternative needs a field that no row has, and matches by the others", () => {
    const text = process({ a: [IMAGE, ORIGINAL], b: LINE, condition: "a and b" });
    const [compiled] = compileOne(text).rules;
    expect(compiled?.readings).toMatchObject([{ unseen: ["OriginalFileName"], unfiltered: [] }]);
    const columns = { EventID: 4688, CommandLine: "urlcache" };
    expect(isMatch(text, { ...columns, NewProcessName: "C:\\certutil.exe" }, "SecurityEvent")).toBe(true);
    expect(isMatch(text, { ...columns, NewProcessName: "C:\\other.exe" }, "SecurityEvent")).toBe(false);
    expect(isMatch(text, { ...columns, OriginalFileName: "CertUtil.exe" }, "SecurityEvent")).toBe(false);
  });

  test("is partial if it would exclude rows by such a field, and reports them", () => {
    const text = process({ a: IMAGE, filter: { Company: "Contoso" }, condition: "a and not filter" });
    expect(compileOne(text).rules[0]?.readings).toMatchObject([{ unseen: [], unfiltered: ["Company"] }]);
    expect(isMatch(text, { EventID: 4688, NewProcessName: "C:\\certutil.exe" }, "SecurityEvent")).toBe(true);
    const negated = process({ a: { ...IMAGE, "Company|neq": "Contoso" }, condition: "a" });
    expect(compileOne(negated).rules[0]?.readings).toMatchObject([{ unfiltered: ["Company"] }]);
  });

  test.each([
    ["all of them", { a: ORIGINAL, b: LINE, condition: "all of them" }],
    ["a renamed program", { a: ORIGINAL, filter: IMAGE, condition: "a and not filter" }],
    ["every alternative", { a: [ORIGINAL, { "Hashes|contains": "IMPHASH" }], condition: "a" }],
    ["an empty field", { a: { Description: null }, condition: "a" }],
    ["two of three", { a: ORIGINAL, b: { Hashes: "x" }, c: IMAGE, condition: "2 of them" }],
    ["a comparison of two fields", { a: { "Image|fieldref": "OriginalFileName" }, condition: "a" }],
    ["a field that the log source never has", { a: { ...IMAGE, TaskMystery: "x" }, condition: "a" }],
  ])("is refused if it can never match: %s", (_, detection) => {
    expect(refusalOf(process(detection))).toContain(
      "it needs what SecurityEvent (Windows process creation (4688)) does not have",
    );
  });

  test("is refused if nothing but a filter is left", () => {
    expect(refusalOf(process({ a: { Company: "x" }, condition: "not a" }))).toContain("it would match every row");
  });

  test("needs as many of its parts as before", () => {
    const text = process({ a: ORIGINAL, b: IMAGE, c: LINE, condition: "2 of them" });
    const row = { EventID: 4688, NewProcessName: "C:\\certutil.exe", CommandLine: "" };
    expect(isMatch(text, row, "SecurityEvent")).toBe(false);
    expect(isMatch(text, { ...row, CommandLine: "urlcache" }, "SecurityEvent")).toBe(true);
  });

  test("may compare a field that is the same in every row", () => {
    const service = (eventId: number) =>
      rule("product: windows, service: system", { a: { EventID: eventId, ServiceName: "BTOBTO" }, condition: "a" });
    expect(isMatch(service(7045), { EventID: 4697, ServiceName: "BTOBTO" }, "SecurityEvent")).toBe(true);
    expect(isMatch(service(7045), { EventID: 4688, ServiceName: "BTOBTO" }, "SecurityEvent")).toBe(false);
    expect(isPartial(compileOne(service(7045)).rules[0] ?? { readings: [] })).toBe(false);
    expect(refusalOf(service(7023))).toContain("EventID other than 7045");
  });

  test("sees whatever one of several mappings of its log source shows", () => {
    const text = rule("product: linux, category: process_creation", {
      a: { "Image|endswith": "/nc", "CommandLine|contains": " -e " },
      condition: "a",
    });
    const rows = [
      'type=EXECVE msg=audit(1.1:2): argc=3 a0="nc" a1="-e" a2="/bin/sh"',
      "dana : TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/usr/bin/nc -e /bin/sh",
      '<Provider Name="Linux-Sysmon"/><EventID>1</EventID><Data Name="Image">/usr/bin/nc</Data><Data Name="CommandLine">nc -e x</Data>',
    ];
    const found = rows.map((SyslogMessage) => isMatch(text, { ProcessName: "sudo", SyslogMessage }, "Syslog"));
    expect(found).toEqual([true, true, true]);
    expect(isMatch(text, { ProcessName: "cron", SyslogMessage: "nc -e x" }, "Syslog")).toBe(false);
    const parent = rule("product: linux, category: process_creation", { a: { ParentImage: "/x" }, condition: "a" });
    expect(compileOne(parent).rules[0]?.readings.map(({ names }) => names.mapping?.title)).toEqual([
      "Linux process creation (Sysmon)",
    ]);
  });

  test("that matches a row as two log sources is found once", () => {
    const text = rule("product: linux, category: process_creation", {
      a: { "CommandLine|contains": "id" },
      condition: "a",
    });
    const SyslogMessage =
      '<Provider Name="Linux-Sysmon"/><EventID>1</EventID>type=EXECVE a0="id" COMMAND=/bin/id <Data Name="CommandLine">id</Data>';
    const { engine } = compileOne(text);
    expect(engine.matches(rowOf({ ProcessName: "sudo", SyslogMessage }, "Syslog"))).toHaveLength(1);
    expect(engine.matchesFull(rowOf({ ProcessName: "sudo", SyslogMessage }, "Syslog"))).toHaveLength(1);
  });

  test("shows the values of its fields in its summary", () => {
    const text = `${process({ a: IMAGE, condition: "a" })}parapet: { summary: '{User} started {Image}.' }\n`;
    const row = rowOf(
      { EventID: 4688, NewProcessName: "C:\\certutil.exe", SubjectDomainName: "NW", SubjectUserName: "dana" },
      "SecurityEvent",
    );
    expect(compileOne(text).rules[0]?.summaryOf(row)).toBe("NW\\dana started C:\\certutil.exe.");
  });
});

const mapping = (body: string) => `title: Own\nmapping:\n  ${body.trim().replaceAll("\n", "\n  ")}\n`;
const OWN = mapping(`
logsource: { product: acme, service: gate }
table: Syslog
condition: { ProcessName: gate }
fields:
  who: { from: SyslogMessage, pair: user }
absent: [where]
examples:
  - row: { ProcessName: gate, SyslogMessage: user=dana }
    fields: { who: dana, where: null }
  - row: { ProcessName: other, SyslogMessage: user=dana }
    fields: none`);
const GATE = rule("product: acme, service: gate", { s: { who: "dana" }, condition: "s" });

describe("a mapping document", () => {
  const compile = (...texts: readonly string[]) =>
    compileRules([...SHIPPED_MAPPINGS, ...texts.map((text, at) => ({ path: `file-${at}.yml`, text }))]);

  test("adds a log source for the rules of any file", () => {
    const { engine, refused, mappings } = compile(GATE, OWN);
    expect(refused).toEqual([]);
    expect(engine.matches(rowOf({ ProcessName: "gate", SyslogMessage: "user=dana" }, "Syslog"))).toHaveLength(1);
    expect(engine.matches(rowOf({ ProcessName: "gate", SyslogMessage: "user=joe" }, "Syslog"))).toHaveLength(0);
    expect(engine.matches(rowOf({ ProcessName: "x", SyslogMessage: "user=dana" }, "Syslog"))).toHaveLength(0);
    expect(mappings.flatMap(failedMappingExamples)).toEqual([]);
  });

  test("replaces one of a lower rank for the same log source, and is used with those of the same rank", () => {
    const other = OWN.replace("pair: user", "pair: name");
    const finds = (rankOf: (path: string) => number, SyslogMessage: string) => {
      const sources = [GATE, OWN, other].map((text, at) => ({ path: `file-${at}.yml`, text }));
      const { engine } = compileRules(sources, { rankOf });
      return engine.matches(rowOf({ ProcessName: "gate", SyslogMessage }, "Syslog")).length;
    };
    const byFile = (path: string) => Number(path.replace(/\D/g, ""));
    expect([finds(byFile, "user=dana"), finds(byFile, "name=dana")]).toEqual([0, 1]);
    expect([finds(() => 0, "user=dana"), finds(() => 0, "name=dana")]).toEqual([1, 1]);
  });

  test("of the exact log source is used before one with '*'", () => {
    const any = OWN.replace("service: gate", "service: '*'").replace("pair: user", "pair: name");
    const { engine } = compile(GATE, OWN, any, GATE.replace("service: gate", "service: yard"));
    const matched = (SyslogMessage: string) =>
      engine.matches(rowOf({ ProcessName: "gate", SyslogMessage }, "Syslog")).map(({ path }) => path);
    expect(matched("user=dana")).toEqual(["file-0.yml"]);
    expect(matched("name=dana")).toEqual(["file-3.yml"]);
  });

  test("has examples that fail if the mapping is wrong", () => {
    const failed = (text: string) =>
      compile(text)
        .mappings.flatMap(failedMappingExamples)
        .map(({ problem }) => problem);
    expect(failed(OWN.replace("who: dana,", "who: joe,"))).toEqual(["'who' is 'dana', expected 'joe'"]);
    expect(failed(OWN.replace("pair: user", "pair: x"))).toEqual(["'who' is absent, expected 'dana'"]);
    expect(
      failed(
        OWN.replace("{ ProcessName: gate }\nfields", "{ ProcessName: x }\nfields").replace(
          "condition: { ProcessName: gate }",
          "condition: { ProcessName: x }",
        ),
      ),
    ).toEqual(["the condition does not select the row"]);
    expect(failed(OWN.replace("row: { ProcessName: other", "row: { ProcessName: gate"))).toEqual([
      "the condition selects the row",
    ]);
  });

  test.each([
    ["a key", OWN.replace("absent:", "abesnt:"), "unknown key 'abesnt'"],
    ["the table", OWN.replace("table: Syslog", "table: Sysmon"), "'table' is 'Sysmon'; expected one of"],
    [
      "a column",
      OWN.replace("from: SyslogMessage", "from: Message"),
      "the field 'who': 'Message' is not a column of Syslog",
    ],
    [
      "a column of the condition",
      OWN.replace("condition: { ProcessName", "condition: { Process"),
      "'condition' uses 'Process'",
    ],
    ["the condition", OWN.replace("condition: { ProcessName: gate }", "condition: [gate]"), "selection by columns"],
    ["an expression", OWN.replace("pair: user", "piar: user"), "the field 'who': 'from' needs exactly one of"],
    ["both present and absent", OWN.replace("absent: [where]", "absent: [who]"), "in 'fields' and in 'absent'"],
    ["other fields", OWN.replace("absent: [where]", "others: everything"), "'others' is 'everything'"],
    ["an example", OWN.replace("fields: none", "filds: none"), "unknown key 'filds'"],
    ["the log source", OWN.replace("logsource: { product: acme, service: gate }", "logsource: gate"), "no logsource"],
  ])("is refused with the part that is wrong and what is expected: %s", (_, text, reason) => {
    expect(compile(text).refused.map((refusal) => refusal.reason)).toEqual([expect.stringContaining(reason)]);
  });

  test("may read any other name from the text of the row", () => {
    const open = OWN.replace("absent: [where]", "others: { from: SyslogMessage, pair: '*' }").replace(
      ", where: null",
      "",
    );
    const where = rule("product: acme, service: gate", { s: { where: "north" }, condition: "s" });
    const { engine, refused } = compile(open, where);
    expect(refused).toEqual([]);
    expect(engine.matches(rowOf({ ProcessName: "gate", SyslogMessage: "where=north" }, "Syslog"))).toHaveLength(1);
  });
});

describe("a mapping whose fields cost too much for one row", () => {
  const mapping = (fields: unknown) =>
    `title: M\nmapping: ${JSON.stringify({ logsource: { product: "a" }, table: "Syslog", fields })}\n`;
  const fieldsOf = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, value]));

  test("is refused for its regular expressions together", () => {
    const extract = { from: "SyslogMessage", extract: "(.{1,60}x)" };
    expect(refusalOf(mapping(fieldsOf(2, extract)))).toBe("");
    expect(refusalOf(mapping(fieldsOf(20, extract)))).toContain("more than 500 steps for one character");
  });

  test("is refused for its expressions together", () => {
    const all = Array.from({ length: 20 }, () => "SyslogMessage");
    expect(refusalOf(mapping(fieldsOf(300, all)))).toContain("more than 5000 expressions");
  });

  test("is refused if any name is read with more than a lookup", () => {
    const others = (value: unknown) =>
      `title: M\nmapping: ${JSON.stringify({ logsource: { product: "a" }, table: "Syslog", others: value })}\n`;
    expect(refusalOf(others({ from: "SyslogMessage", pair: "*" }))).toBe("");
    expect(refusalOf(others({ from: "SyslogMessage", extract: "a" }))).toContain("'others' must read a pair or data");
  });
});

describe("a mapping for any log source", () => {
  const text =
    'title: Any\nmapping: { logsource: { product: "*", category: "*", service: "*" }, table: Syslog, others: columns }\n';

  test("does not change what the name of a table means", () => {
    const { rules } = compileRules([
      ...SHIPPED_MAPPINGS,
      { path: "any.yml", text },
      { path: "named.yml", text: rule("service: anomalies", { s: { Score: 1 }, condition: "s" }) },
      { path: "other.yml", text: rule("product: macos", { s: { ProcessName: "a" }, condition: "s" }) },
    ]);
    expect(rules.map(({ tables }) => tables)).toEqual([["Anomalies"], ["Syslog"]]);
  });
});

describe("the reason of a refused rule", () => {
  test("names ten of the fields that no row has", () => {
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`K${at}`, "a"]));
    expect(refusalOf(process({ s: fields, condition: "s" }))).toMatch(/: K0, .*, K9 and 30 more$/);
  });
});
