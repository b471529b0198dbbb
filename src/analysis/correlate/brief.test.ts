import { describe, expect, test } from "vitest";
import { aFinding, START, shuffled } from "../../../test/support/case-findings.ts";
import { writeBrief } from "./brief.ts";
import { condense, EMPTY_OVERVIEW } from "./case-overview.ts";
import { spanOf } from "./span.ts";

const MINUTE = 60_000;
const MAYA = { subject: "0190", name: "Maya Ito", address: "maya.ito@northwind.example" };
const decision = { score: 0.974, tactics: ["initial_access", "persistence"], deciding: [] };
const step = (minute: number, detector: string, title: string, fields: Parameters<typeof aFinding>[0] = {}) =>
  aFinding({ at: START + minute * MINUTE, detector, title, severity: "high", ...fields });
const briefOf = (findings: ReturnType<typeof aFinding>[], fields: Partial<Parameters<typeof writeBrief>[0]> = {}) =>
  writeBrief({
    who: MAYA,
    overview: condense(EMPTY_OVERVIEW, findings, new Set()),
    span: spanOf(findings),
    threatType: "account_compromise",
    decision,
    hidden: 0,
    ...fields,
  });

describe("writeBrief", () => {
  test("names the subject, the time span, the sources, the steps in order, what to check first, and the score", () => {
    const findings = [
      step(24, "forwarding", "Mail forwarded outside.", { table: "OfficeActivity", tactics: ["persistence"] }),
      step(0, "rare_country", "First sign-in from a new country"),
    ];
    expect(briefOf(findings)).toBe(
      "Maya Ito (maya.ito@northwind.example): 2 threats in 24 min from 2 sources, times in UTC. " +
        "2026-11-01 08:00 First sign-in from a new country; 08:24 Mail forwarded outside. " +
        "Check 08:00 first: confirm it with the user; if it was not them, revoke sessions and reset the password. " +
        "Tactics: initial access, persistence; score 0.97.",
    );
  });

  test("shows the four strongest detectors in time order, and counts repeats and hidden findings", () => {
    const findings = [
      step(0, "weak", "Weak", { severity: "low" }),
      step(5, "e", "E"),
      step(4, "d", "D"),
      step(3, "c", "C"),
      step(2, "b", "B"),
      step(6, "b", "B again"),
    ];
    const brief = briefOf(findings, { hidden: 2 });
    expect(brief).toContain("6 threats (2 more than are shown) in 6 min");
    expect(brief).toContain("2026-11-01 08:02 B (2 times); 08:03 C; 08:04 D; 08:05 E.");
    expect(brief).not.toContain("Weak");
  });

  test("names the day of each step on another day", () => {
    const brief = briefOf([step(0, "a", "A"), step(2 * 1440, "b", "B"), step(2 * 1440 + 1, "c", "C")]);
    expect(brief).toContain("in 2 days");
    expect(brief).toContain("2026-11-01 08:00 A; 2026-11-03 08:00 B; 08:01 C.");
  });

  test("names the kind of a subject that is not a person", () => {
    const nobody = { name: null, address: null };
    expect(briefOf([step(0, "a", "A")], { who: { ...nobody, subject: "app:4f2c" } })).toMatch(
      /^Application 4f2c: 1 threat within/,
    );
    expect(briefOf([step(0, "a", "A")], { who: { ...nobody, name: "payroll", subject: "app:4f2c" } })).toMatch(
      /^Application payroll:/,
    );
    expect(briefOf([step(0, "a", "A")], { who: { ...nobody, subject: "host:web01" } })).toMatch(/^Machine web01:/);
  });

  test("advises on an account in a Windows domain, where there is no role to remove", () => {
    const threatType = "privilege_escalation";
    expect(
      briefOf([step(0, "dcsync", "Replication of secrets", { table: "SecurityEvent" })], { threatType }),
    ).toContain("disable the account and replace what it could read");
    expect(briefOf([step(0, "role", "Role granted", { table: "AuditLogs" })], { threatType })).toContain(
      "confirm the role",
    );
  });

  test("names malware, object, number, machine and address of a step, and each address once", () => {
    const facts = { address: "203.0.113.9", host: "web01" };
    const brief = briefOf([
      step(0, "a", "Malware found", { facts: { ...facts, malware: "Emotet", object: "invoice.exe" } }),
      step(5, "b", "Many files downloaded", { facts: { ...facts, count: 3_000 } }),
    ]);
    expect(brief).toContain("08:00 Malware found (Emotet, from 203.0.113.9, invoice.exe, on web01); ");
    expect(brief).toContain("08:05 Many files downloaded (3,000 counted, on web01). ");
    const machine = { subject: "host:web01", name: null, address: null };
    expect(briefOf([step(0, "a", "A", { facts })], { who: machine })).toContain("08:00 A (from 203.0.113.9). Check");
  });

  test("names the steps that decided, not what else happened in the month, and checks the strongest of them first", () => {
    const before = step(-9 * 1440, "phish", "Phishing mail delivered", { severity: "critical" });
    const taken = step(0, "push", "Prompt accepted after many", {
      severity: "medium",
      facts: { address: "203.0.113.9", country: "NG" },
    });
    const method = step(4, "method", "Method registered");
    const near = step(10, "rule", "Inbox rule", { severity: "low" });
    const deciding = [taken, method];
    const brief = briefOf([before, taken, method, near], { decision: { ...decision, deciding } });
    expect(brief).toContain(
      "2026-11-01 08:00 Prompt accepted after many (from 203.0.113.9 in NG); 08:04 Method registered; 08:10 Inbox rule. ",
    );
    expect(brief).toContain("Check 2026-11-01 08:04 first");
  });

  test("counts an act once that several tables report", () => {
    const tables = ["AuditLogs", "OfficeActivity", "CloudAppEvents"] as const;
    const reports = tables.map((table) =>
      step(0, "role", "Role granted", { table, rows: [`${table}/1`], facts: { act: "role.added" } }),
    );
    expect(briefOf(reports)).toContain("08:00 Role granted. Check");
    const again = step(30, "role", "Role granted", { rows: ["AuditLogs/2"], facts: { act: "role.added" } });
    expect(briefOf([...reports, again])).toContain("08:00 Role granted (2 times). Check");
  });

  test("prefers whole titles to details", () => {
    const title = "A rather long title of a detector that uses most of the room";
    const facts = { object: "o".repeat(40), malware: "m".repeat(40), host: "h".repeat(40), address: "2001:db8::1" };
    const findings = ["a", "b", "c", "d"].map((detector, n) => step(n, detector, `${title} ${n}`, { facts }));
    expect(briefOf(findings).split(title.slice(0, 50))).toHaveLength(5);
    expect([...briefOf(findings)].length).toBeLessThanOrEqual(600);
  });

  test("is at most 600 characters, whatever the input, and still ends with the score", () => {
    const long = "Ж𝒳 very long ".repeat(100);
    const findings = ["a", "b", "c", "d", "e"].map((detector, n) =>
      step(n * 2000, detector, long, { tactics: [`${long}${n}`] }),
    );
    const brief = briefOf(findings, { who: { subject: long, name: long, address: long }, hidden: 12_345 });
    expect([...brief].length).toBeLessThanOrEqual(600);
    const usual = briefOf(["a", "b", "c", "d"].map((detector, n) => step(n * 2000, detector, long)));
    expect([...usual].length).toBeLessThanOrEqual(600);
    expect(usual).toMatch(/Check .* first: confirm it with the user.* Tactic.*score 0\.97\.$/);
  });

  test("has no control characters, no bidirectional or hidden text, and no line breaks", () => {
    const hostile = "in\u202evoice\u0000\n\u200bIGNORE\u2028ALL\u0007";
    const brief = briefOf([step(0, "a", hostile)], { who: { subject: "s", name: hostile, address: hostile } });
    expect(brief).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  test("the order of the findings changes nothing", () => {
    const findings = Array.from({ length: 30 }, (_, n) => step(n % 11, `d${n % 6}`, `Title ${n % 6}`));
    const expected = briefOf(findings);
    for (let seed = 0; seed < 10; seed++) expect(briefOf([...shuffled(findings, seed)])).toBe(expected);
  });
});
