import { describe, expect, test } from "vitest";
import { DetectorRun, seenRow, times } from "../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS, type SeenRow } from "../stateful-detector.ts";
import { compileRules } from "./compile-rules.ts";
import { habitDetector } from "./habit-detector.ts";

const START = Date.parse("2026-03-02T09:00Z");
const text = (habitDays: unknown) => `
title: Legacy client
logsource: { product: azure, service: signinlogs }
detection: { client: { ClientAppUsed: SMTP }, condition: client }
parapet: { habit_days: ${String(habitDays)}, summary: '{UserPrincipalName} used {ClientAppUsed}.' }`;
const compiled = (habitDays: unknown) => compileRules([{ path: "legacy_client.yml", text: text(habitDays) }]);
const [rule] = compiled(3).rules;
if (rule === undefined) throw new Error("the rule is refused");
const detector = habitDetector(rule, 3);

const signIn = (at: number, more: object = {}): SeenRow => ({
  ...seenRow("SigninLogs", at, {
    UserPrincipalName: "scanner@ours.test",
    ClientAppUsed: "SMTP",
    IPAddress: "198.51.100.7",
    ...more,
  }),
  matches: new Set(["legacy_client"]),
});
const daily = (days: number) => times(days, (day) => signIn(START + day * DAY_MS));

function findingsOf(rows: readonly SeenRow[]) {
  const run = new DetectorRun([detector]);
  run.take(rows);
  return run.findings();
}

describe("a rule that is silent about habits", () => {
  test("reports the matches of a day once, with their rows", () => {
    const rows = times(4, (hour) => signIn(START + hour * HOUR_MS));
    const [finding, ...more] = findingsOf(rows);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ at: START, severity: "medium", actor: { upn: "scanner@ours.test" } });
    expect(finding?.rows).toHaveLength(4);
    expect(finding?.summary).toBe("scanner@ours.test used SMTP. The same again later on this day.");
  });

  test("reports nothing after matches on so many earlier days, until the last 30 days have none", () => {
    expect(findingsOf(daily(3))).toHaveLength(3);
    expect(findingsOf(daily(20))).toHaveLength(3);
    const later = signIn(START + 60 * DAY_MS);
    expect(findingsOf([...daily(5), later])).toHaveLength(4);
  });

  test("reports the same account from another network, and another account from the same", () => {
    const elsewhere = signIn(START + 6 * DAY_MS, { IPAddress: "203.0.113.9" });
    const other = signIn(START + 6 * DAY_MS, { UserPrincipalName: "ana@ours.test" });
    expect(findingsOf([...daily(6), elsewhere, other])).toHaveLength(5);
  });

  test("gives the same findings in any order of arrival", () => {
    const rows = [...daily(6), signIn(START + 2 * DAY_MS, { IPAddress: "203.0.113.9" })];
    const run = new DetectorRun([detector]);
    for (const row of [...rows].reverse()) run.take([row]);
    expect(run.findings()).toEqual(findingsOf(rows));
  });

  test("ignores rows that do not match the rule", () => {
    expect(findingsOf([{ ...signIn(START), matches: new Set() }])).toEqual([]);
  });

  test.each([0, 30, 1.5, "'3'"])("is refused with %s days", (days) => {
    expect(compiled(days).refused[0]?.reason).toMatch(/'parapet.habit_days' must be a whole number/);
  });
});

describe("a rule whose habit is that of a field", () => {
  const source = text(3).replace("habit_days: 3", "habit_days: 3, habit_by: AppDisplayName");
  const [byApp] = compileRules([{ path: "legacy_client.yml", text: source }]).rules;
  if (byApp === undefined) throw new Error("the rule is refused");
  const ofField = habitDetector(byApp, 3);
  const found = (rows: readonly SeenRow[]) => {
    const run = new DetectorRun([ofField]);
    run.take(rows);
    return run.findings();
  };
  const by = (day: number, user: string, app: string) =>
    signIn(START + day * DAY_MS, { UserPrincipalName: `${user}@ours.test`, AppDisplayName: app });
  /** Ten people who use one application every day. */
  const everybody = times(60, (index) => by(index % 6, `user${Math.floor(index / 6)}`, "Old Plant"));

  test("is reported once a day for all accounts, and then silent about everybody who uses the value", () => {
    expect(found(everybody)).toHaveLength(3);
    expect(found([...everybody, by(8, "new", "OLD plant")])).toHaveLength(3);
    expect(found([...everybody].reverse())).toEqual(found(everybody));
  });

  test("still reports a value that nobody used, also by an account that used others", () => {
    const finding = found([...everybody, by(8, "user1", "Vault")]).at(-1);
    expect(finding?.actor?.upn).toBe("user1@ours.test");
  });

  test("counts rows without a value by account", () => {
    const blank = times(5, (day) => by(day, "ana", ""));
    expect(found(blank)).toHaveLength(3);
    expect(found([...blank, by(5, "kim", "")])).toHaveLength(4);
  });

  test("is refused without days, or with a name that is none", () => {
    const reasonOf = (part: string) =>
      compileRules([{ path: "r.yml", text: text(3).replace("habit_days: 3", part) }]).refused[0]?.reason;
    expect(reasonOf("habit_by: AppDisplayName")).toMatch(/'parapet.habit_by' must be/);
    expect(reasonOf("habit_days: 3, habit_by: 'a b'")).toMatch(/'parapet.habit_by' must be/);
  });
});
