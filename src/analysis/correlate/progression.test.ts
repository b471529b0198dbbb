import { describe, expect, test } from "vitest";
import { aFinding, DAY, START, shuffled } from "../../../test/support/case-findings.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { judge } from "./judge.ts";
import { type Knowledge, NO_KNOWLEDGE } from "./knowledge.ts";

const HOUR = DAY / 24;
/** The subject's own address: nothing about the place is new. */
const ADDRESS = "198.51.100.7";
const AT_HOME: Knowledge = {
  ...NO_KNOWLEDGE,
  since: START - 60 * DAY,
  addresses: new Map([[ADDRESS, { people: 1, programs: 0, days: 40, since: START - 50 * DAY }]]),
};
const found = (fields: Partial<CaseFinding>): CaseFinding =>
  aFinding({ table: "OfficeActivity", title: fields.detector ?? "", facts: { address: ADDRESS }, ...fields });
const lowered = (fields: Partial<CaseFinding> = {}) =>
  found({
    detector: "a_downgrade",
    threatType: "policy_violation",
    tactics: ["defense_evasion"],
    techniques: ["T1562.001"],
    ...fields,
  });
const collected = (fields: Partial<CaseFinding> = {}) =>
  found({
    detector: "a_volume",
    threatType: "data_exfiltration",
    tactics: ["collection", "exfiltration"],
    techniques: ["T1530"],
    ...fields,
  });
const mailed = (fields: Partial<CaseFinding> = {}) =>
  found({
    detector: "a_mailing",
    table: "EmailEvents",
    threatType: "data_exfiltration",
    tactics: ["exfiltration"],
    techniques: ["T1048.003"],
    facts: { act: "sendmail" },
    ...fields,
  });
const deleted = (fields: Partial<CaseFinding> = {}) =>
  found({
    detector: "a_deletion",
    severity: "high",
    threatType: "sabotage",
    tactics: ["impact"],
    techniques: ["T1485"],
    ...fields,
  });
const purged = (fields: Partial<CaseFinding> = {}) =>
  found({
    detector: "an_emptying",
    severity: "low",
    threatType: "sabotage",
    tactics: ["impact"],
    techniques: ["T1485", "T1490"],
    ...fields,
  });
const later = (hours: number) => ({ at: START + hours * HOUR });
const decide = (...findings: CaseFinding[]) => judge(findings, AT_HOME);
/** What the same findings weigh if the second serves no purpose. */
const withoutOrder = (first: CaseFinding, second: CaseFinding) => decide(first, { ...second, techniques: [] }).score;
const isMore = (first: CaseFinding, second: CaseFinding): boolean =>
  decide(first, second).score > withoutOrder(first, second);

describe("acts of which the first prepares the second", () => {
  test.each<[string, CaseFinding, CaseFinding]>([
    ["protection is lowered before data moves out", lowered(), mailed(later(1))],
    ["data is collected before it moves out", collected(), mailed(later(2))],
    ["protection is lowered before data is destroyed", lowered(), deleted(later(1))],
  ])("weigh more than both: %s", (_, first, second) => {
    expect(isMore(first, second)).toBe(true);
    const reversed = [
      { ...first, at: second.at },
      { ...second, at: first.at },
    ] as const;
    expect(isMore(...reversed)).toBe(false);
    expect(isMore(first, { ...second, at: second.at + DAY })).toBe(false);
  });

  test("weigh more when data is destroyed and its recovery prevented, in any order", () => {
    expect(isMore(deleted(), purged(later(0.2)))).toBe(true);
    const backup = { ...later(-3), detector: "a_backup", techniques: ["T1490"] };
    expect(isMore(purged(backup), deleted())).toBe(true);
    expect(isMore(deleted(), purged(later(60)))).toBe(false);
  });

  test("are no case where somebody tidies up their own files", () => {
    expect(decide(deleted({ severity: "low" }), purged(later(0.2))).promoted).toBe(false);
  });

  test("are no case when files go to a partner after many were downloaded", () => {
    const shared = { detector: "a_share", severity: "low", table: "OfficeActivity" } as const;
    const toPartner = mailed({ ...shared, ...later(1), facts: { address: ADDRESS } });
    expect(decide(collected({ severity: "low" }), toPartner).promoted).toBe(false);
  });

  test("are none where an administrator gives access to a mailbox and forwards another one", () => {
    const given = collected({ detector: "a_permission", techniques: ["T1098.002", "T1114.002"] });
    const forwarded = mailed({
      ...later(0.1),
      detector: "a_forwarding",
      severity: "high",
      table: "OfficeActivity",
      techniques: ["T1114.003"],
      facts: { address: ADDRESS },
    });
    expect(isMore(given, forwarded)).toBe(false);
  });

  test("are none where a script does them, as every time", () => {
    const vault = deleted({ detector: "a_vault", severity: "medium", table: "AzureActivity" });
    const gone = purged({
      ...later(0.1),
      detector: "a_purge",
      severity: "high",
      table: "AzureActivity",
    });
    const automated = { ...AT_HOME, automated: true };
    const single = judge([vault, { ...gone, techniques: [] }], automated).score;
    expect(judge([vault, gone], automated).score).toBe(single);
    expect(isMore(vault, gone)).toBe(true);
  });

  test("are none if one detector found both", () => {
    expect(isMore(deleted(), purged({ ...later(1), detector: "a_deletion" }))).toBe(false);
  });

  test("are named among the reasons", () => {
    expect(decide(lowered(), mailed(later(1))).reasons).toContain(
      "The order counts: protection was lowered before data was moved out.",
    );
  });
});

describe("days of preparation", () => {
  const evenings = (days: number) => Array.from({ length: days }, (_, day) => collected({ at: START - day * DAY }));

  test("weigh as much as the last of them, so that more of them hide nothing", () => {
    const scores = [1, 2, 3, 8].map((days) => decide(...evenings(days), mailed(later(2))).score);
    expect(new Set(scores).size).toBe(1);
    expect(decide(...evenings(4)).promoted).toBe(false);
  });

  test("give the same decision in any order", () => {
    const findings = [...evenings(3), mailed(later(2)), lowered(later(1)), deleted(later(3)), purged(later(4))];
    const expected = decide(...findings);
    for (let seed = 0; seed < 10; seed++) expect(decide(...shuffled(findings, seed))).toEqual(expected);
  });
});

describe("acts of one stage", () => {
  const explored = (detector: string, fields: Partial<CaseFinding> = {}) =>
    aFinding({ detector, tactics: ["discovery"], techniques: ["T1087.002"], title: detector, ...fields });
  const sensors = ["a_tool", "an_enumeration", "a_query"];
  const acts = sensors.map((detector, n) =>
    explored(detector, { at: START + n * 60_000, rows: [`SecurityEvent/${n}`], facts: { act: detector } }),
  );

  test("weigh more the more sensors observed them, and no more if the same one repeats", () => {
    const scores = [1, 2, 3].map((count) => decide(...acts.slice(0, count)).score);
    expect(scores).toEqual([...scores].sort((left, right) => left - right));
    expect(new Set(scores).size).toBe(3);
    const repeated = [0, 1, 2].map((n) => explored("a_tool", { at: START + n * DAY }));
    expect(decide(...repeated).score).toBe(scores[0]);
  });

  test("weigh little more if they are one act in several logs, such as a sign-in from a new place", () => {
    const tables = ["SigninLogs", "AADNonInteractiveUserSignInLogs", "CloudAppEvents"] as const;
    const travel = (act: (n: number) => string) =>
      tables.map((table, n) =>
        aFinding({
          table,
          detector: table,
          at: START + n * 20_000,
          rows: [`${table}/${n}`],
          facts: { act: act(n), address: "203.0.113.1" },
        }),
      );
    const oneAct = judge(
      travel(() => "sign_in"),
      NO_KNOWLEDGE,
    );
    const severalActs = judge(
      travel((n) => `act ${n}`),
      NO_KNOWLEDGE,
    );
    expect(oneAct.score).toBeLessThan(severalActs.score);
    expect(oneAct.promoted).toBe(false);
  });
});
