import { describe, expect, test } from "vitest";
import { isMatch, rowOf, ruleText, SHIPPED_MAPPINGS } from "../../../../../test/support/rules.ts";
import type { LogTable } from "../../../../model/rows/log-row.ts";
import { compileRules } from "../compile-rules.ts";

const keywords = (list: readonly string[], logsource: string, all = false) => {
  const selection = all ? { "|all": list } : list;
  return `title: K\nlogsource: { ${logsource} }\ndetection: ${JSON.stringify({ k: selection, condition: "k" })}\n`;
};
const SIGN_INS = "product: azure, service: signinlogs";
const finds = (words: readonly string[], fields: Readonly<Record<string, unknown>>, all = false) =>
  isMatch(keywords(words, SIGN_INS, all), fields);

describe("a keyword", () => {
  test("is a part of a value, without case, in any column and at any depth", () => {
    expect(finds(["admin"], { Identity: "The Administrator" })).toBe(true);
    expect(finds(["linux"], { DeviceDetail: { operatingSystem: "Linux" } })).toBe(true);
    expect(finds(["linux"], { DeviceDetail: '{"operatingSystem":"Linux"}' })).toBe(true);
    expect(finds(["5012"], { ResultType: 50126 })).toBe(true);
    expect(finds(["two"], { RiskEventTypes: ["one", "two"] })).toBe(true);
  });

  test("does not match the name of a column, or of a key in a value", () => {
    expect(finds(["identity"], { Identity: "x" })).toBe(false);
    expect(finds(["operatingsystem"], { DeviceDetail: { operatingSystem: "x" } })).toBe(false);
    expect(finds(["operatingsystem"], { DeviceDetail: '{"operatingSystem":"x"}' })).toBe(false);
    expect(isMatch(keywords(["taskname"], "product: windows, service: security"), EVENT, "SecurityEvent")).toBe(false);
    expect(isMatch(keywords(["evil"], "product: windows, service: security"), EVENT, "SecurityEvent")).toBe(true);
  });

  test("does not span two fields", () => {
    expect(finds(["a*b"], { Identity: "a", Location: "b" })).toBe(false);
    expect(finds(["a*b"], { Identity: "a-b" })).toBe(true);
    expect(finds(['a","b'], { RiskEventTypes: ["a", "b"] })).toBe(false);
  });

  test("does not match what delivery adds to a row", () => {
    expect(finds(["signinlogs"], { Type: "SigninLogs", Identity: "x" })).toBe(false);
    expect(finds(["item"], { _ItemId: "item-1", Identity: "x" })).toBe(false);
  });

  test("is not what a rule reads whose field is named Keywords", () => {
    const security = "product: windows, service: security";
    const field = `title: F\nlogsource: { ${security} }\ndetection: { s: { Keywords: '0x80' }, condition: s }\n`;
    const { engine } = compileRules([
      ...SHIPPED_MAPPINGS,
      { path: "words.yml", text: keywords(["mimikatz"], security) },
      { path: "field.yml", text: field },
    ]);
    const matched = (fields: Readonly<Record<string, unknown>>) =>
      engine.matches(rowOf(fields, "SecurityEvent")).map(({ facts }) => facts.slug);
    expect(matched({ CommandLine: "mimikatz", Keywords: "0x80" })).toEqual(["words", "field"]);
    expect(matched({ CommandLine: "mimikatz" })).toEqual(["words"]);
    expect(matched({ CommandLine: "0x80" })).toEqual([]);
  });

  test("contains quotes and backslashes as they are", () => {
    expect(finds(['say "x"'], { Identity: 'we say "x"' })).toBe(true);
    expect(finds(["C:\\Temp"], { Identity: "in C:\\Temp\\a" })).toBe(true);
    expect(finds(["C:\\Temp"], { DeviceDetail: '{"path":"C:\\\\Temp\\\\a"}' })).toBe(true);
  });

  test("with others that must all match may be in other fields", () => {
    expect(finds(["one", "two"], { Identity: "one", Location: "two" }, true)).toBe(true);
    expect(finds(["one", "two"], { Identity: "one" }, true)).toBe(false);
  });

  const EVENT = { EventID: 4698, EventData: '<EventData><Data Name="TaskName">evil task</Data></EventData>' };
});

describe("a rule of a service of linux", () => {
  const finding = (service: string, fields: Readonly<Record<string, unknown>>, table: LogTable = "Syslog") =>
    isMatch(keywords(["failed"], `product: linux, service: ${service}`), fields, table);
  const message = { SyslogMessage: "something failed" };

  test("sees the rows of its process alone", () => {
    expect(finding("sshd", { ...message, ProcessName: "sshd" })).toBe(true);
    expect(finding("sshd", { ...message, ProcessName: "sshd-session" })).toBe(true);
    expect(finding("sshd", { SyslogMessage: "sshd[12]: something failed" })).toBe(true);
    expect(finding("sshd", { ...message, ProcessName: "nginx" })).toBe(false);
    expect(finding("sshd", message)).toBe(false);
    expect(finding("sudo", { ...message, ProcessName: "sudo" })).toBe(true);
    expect(finding("sudo", { ...message, ProcessName: "sshd" })).toBe(false);
    expect(finding("cron", { ...message, ProcessName: "CRON" })).toBe(true);
    expect(finding("cron", { ...message, ProcessName: "sudo" })).toBe(false);
    expect(finding("auth", { ...message, Facility: "authpriv", ProcessName: "su" })).toBe(true);
    expect(finding("auth", { ...message, Facility: "daemon", ProcessName: "dockerd" })).toBe(false);
  });

  test("sees every row of the system log where that is its service", () => {
    expect(finding("syslog", { ...message, ProcessName: "nginx" })).toBe(true);
    expect(
      isMatch(
        ruleText("  k: [failed]\n  condition: k").replace("azure, service: signinlogs", "linux"),
        message,
        "Syslog",
      ),
    ).toBe(true);
  });

  test("does not find a keyword in the name of the host", () => {
    expect(finding("sshd", { ProcessName: "sshd", SyslogMessage: "ok", Computer: "failed-1" })).toBe(false);
  });
});
