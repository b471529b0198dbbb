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
    detector: "label_downgrade",
    threatType: "policy_violation",
    tactics: ["defense_evasion"],
    techniques: ["T1562.001"],
    ...fields,
  });
const collected = (fields: Partial<CaseFinding> = {}) =>
  found({
    detector: "download_volume",
    threatType: "data_exfiltration",
    tactics: ["collection", "exfiltration"],
    techniques: ["T1530"],
    ...fields,
  });
const mailed = (fields: Partial<CaseFinding> = {}) =>
  found({
    detector: "mailed_files",
    table: "EmailEvents",
    threatType: "data_exfiltration",
    tactics: ["exfiltration"],
    techniques: ["T1048.003"],
    facts: { act: "sendmail" },
    ...fields,
  });
const deleted = (fields: Partial<CaseFinding> = {}) =>
  found({
    detector: "mass_delete",
    severity: "high",
    threatType: "sabotage",
    tactics: ["impact"],
    techniques: ["T1485"],
    ...fields,
  });
const purged = (fields: Partial<CaseFinding> = {}) =>
  found({
    detector: "file_recycle_emptied",
    severity: "low",
    threatType: "sabotage",
    tactics: ["impact"],
    techniques: ["T1485", "T1490"],
    ...fields,
  });
const later = (hours: number) => ({ at: START + hours * HOUR });
const decide = (...findings: CaseFinding[]) => judge(findings, AT_HOME);

describe("acts of which the first prepares the second", () => {
  test("are a case in their order although each alone is ordinary, and not in the other", () => {
    expect(decide(lowered(), mailed(later(1))).promoted).toBe(true);
    expect(decide(mailed(), lowered(later(1))).promoted).toBe(false);
    expect(decide(collected(), mailed(later(2))).promoted).toBe(true);
    expect(decide(mailed(), collected(later(2))).promoted).toBe(false);
    for (const alone of [lowered(), collected(), mailed(), deleted(), purged()]) {
      expect(decide(alone).promoted).toBe(false);
    }
  });

  test("are a case when data is destroyed and its recovery prevented, in any order", () => {
    expect(decide(deleted(), purged(later(0.2))).promoted).toBe(true);
    const backup = { ...later(-3), detector: "azure_backup_deleted", techniques: ["T1490"] };
    expect(decide(purged(backup), deleted()).promoted).toBe(true);
    expect(decide(deleted(), purged(later(60))).promoted).toBe(false);
  });

  test("are no case where somebody tidies up their own files", () => {
    expect(decide(deleted({ severity: "low" }), purged(later(0.2))).promoted).toBe(false);
  });

  test("are no case when files go to a partner after many were downloaded", () => {
    const shared = { detector: "external_share_burst", severity: "low", table: "OfficeActivity" } as const;
    const toPartner = mailed({ ...shared, ...later(1), facts: { address: ADDRESS } });
    expect(decide(collected(), toPartner).promoted).toBe(false);
  });

  test("are no case where an administrator gives access to a mailbox and forwards another one", () => {
    const given = collected({ detector: "mailbox_permission_granted", techniques: ["T1098.002", "T1114.002"] });
    const forwarded = mailed({
      ...later(0.1),
      detector: "mailbox_forwarding_set",
      severity: "high",
      table: "OfficeActivity",
      techniques: ["T1114.003"],
      facts: { address: ADDRESS },
    });
    expect(decide(given, forwarded).promoted).toBe(false);
  });

  test("are no case where a script tears down what it set up", () => {
    const vault = deleted({ detector: "azure_key_vault_deleted", severity: "medium", table: "AzureActivity" });
    const gone = purged({
      ...later(0.1),
      detector: "azure_key_vault_purged",
      severity: "high",
      table: "AzureActivity",
    });
    expect(decide(vault, gone).promoted).toBe(true);
    expect(judge([vault, gone], { ...AT_HOME, automated: true }).promoted).toBe(false);
  });

  test("are named among the reasons", () => {
    expect(decide(lowered(), mailed(later(1))).reasons).toContain(
      "The order counts: protection was lowered before data was moved out.",
    );
  });
});

describe("days of preparation", () => {
  const evenings = (days: number) => Array.from({ length: days }, (_, day) => collected({ at: START - day * DAY }));

  test("add up before data moves out, and alone never make a case", () => {
    const scores = [1, 2, 3].map((days) => decide(...evenings(days), mailed(later(2))).score);
    expect(scores).toEqual([...scores].sort((left, right) => left - right));
    expect(new Set(scores).size).toBe(3);
    expect(decide(...evenings(4)).promoted).toBe(false);
  });

  test("do not add up if they are how the subject works", () => {
    const once = decide(collected(), mailed(later(2))).score;
    expect(decide(...evenings(8), mailed(later(2))).score).toBe(once);
  });

  test("give the same decision in any order", () => {
    const findings = [...evenings(3), mailed(later(2)), lowered(later(1)), deleted(later(3)), purged(later(4))];
    const expected = decide(...findings);
    for (let seed = 0; seed < 10; seed++) expect(decide(...shuffled(findings, seed))).toEqual(expected);
  });
});

describe("acts of one stage", () => {
  const explored = (detector: string, fields: Partial<CaseFinding>) =>
    aFinding({ detector, tactics: ["discovery"], techniques: ["T1087.002"], title: detector, ...fields });
  const tool = explored("win_recon_tool", {
    table: "SecurityEvent",
    facts: { host: "laptop", act: "processcreated" },
  });
  const read = explored("object_enumeration", {
    table: "SecurityEvent",
    at: START + 60_000,
    facts: { host: "dc01", act: "objectaccess" },
  });
  const query = explored("identity_recon", {
    table: "IdentityQueryEvents",
    at: START + 120_000,
    facts: { host: "laptop", act: "ldapquery" },
  });

  test("that three sensors observed within an hour are a case, the same one repeated is none", () => {
    const decision = judge([tool, read, query], NO_KNOWLEDGE);
    expect(decision).toMatchObject({ promoted: true });
    expect(decision.deciding).toHaveLength(3);
    const repeated = [0, 1, 2, 3].map((n) => explored("identity_recon", { ...query, at: START + n * 60_000 }));
    expect(judge(repeated, NO_KNOWLEDGE).promoted).toBe(false);
    expect(judge([tool, query], NO_KNOWLEDGE).promoted).toBe(false);
  });

  test("add little if one sensor recorded them, or if hours lie between them", () => {
    const onOneMachine = [tool, read, query].map((finding) => ({
      ...finding,
      table: "SecurityEvent" as const,
      facts: { ...finding.facts, host: "laptop" },
    }));
    expect(judge(onOneMachine, NO_KNOWLEDGE).promoted).toBe(false);
    const slow = [tool, { ...read, at: START + 3 * HOUR }, { ...query, at: START + 6 * HOUR }];
    expect(judge(slow, NO_KNOWLEDGE).promoted).toBe(false);
  });

  test("add little if they are one act in several logs, such as a sign-in from a new place", () => {
    const tables = ["SigninLogs", "AADNonInteractiveUserSignInLogs", "CloudAppEvents"] as const;
    const travel = tables.map((table, n) =>
      aFinding({
        table,
        detector: table,
        at: START + n * 20 * 60_000,
        facts: { act: "sign_in", address: `203.0.113.${n}` },
      }),
    );
    expect(judge(travel, NO_KNOWLEDGE).promoted).toBe(false);
  });
});
