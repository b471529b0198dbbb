import { expect, test } from "vitest";
import { auditRow, cloudRow, officeRow, type ReportedAct } from "../../../../../test/support/acts.ts";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { controlWeakening } from "./control-weakening.ts";

const detector = controlWeakening(BEHAVIOR_DEFAULTS.controlWeakening);
const START = Date.parse("2026-01-05T09:00Z");

const change = (day: number, by: string, operation = "Update conditional access policy") =>
  seenRow("AuditLogs", START + day * DAY_MS, {
    OperationName: operation,
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: by } },
  });
const usual = times(4, (week) => change(week * 7, "boss@ours.test"));

test("the first change of a security control by a user is reported", () => {
  const [finding, ...more] = findingsOf(detector, [...usual, change(22, "ana@ours.test")]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: First change of a security control by this user in the 22 days on record: conditional " +
      "access changed; 1 other user changed one in that time.",
  );
  expect(finding?.severity).toBe("medium");
});

test("a removal is more severe, also right after a mere change", () => {
  const removal = change(22.1, "ana@ours.test", "Delete conditional access policy");
  expect(findingsOf(detector, [...usual, removal])[0]?.severity).toBe("high");
  const found = findingsOf(detector, [...usual, change(22, "ana@ours.test"), removal]);
  expect(found.map(({ severity }) => severity)).toEqual(["high"]);
});

test("controls of mail, cloud and Windows count", () => {
  const at = START + 22 * DAY_MS;
  const rows = [
    seenRow("OfficeActivity", at, { UserId: "ana@ours.test", Operation: "Remove-DlpPolicy", UserType: "Admin" }),
    seenRow("AzureActivity", at, {
      Caller: "ben@ours.test",
      OperationNameValue: "MICROSOFT.INSIGHTS/DIAGNOSTICSETTINGS/DELETE",
      ActivityStatusValue: "Success",
    }),
    seenRow("SecurityEvent", at, { EventID: 1102, SubjectUserName: "cleo", SubjectDomainName: "OURS" }),
  ];
  const earlier = rows.map(({ row }) => seenRow(row.table, START, { Operation: "anything", EventID: 4624 }));
  const found = findingsOf(detector, [...usual, ...earlier, ...rows]);
  expect(found.map(({ severity }) => severity)).toEqual(["high", "high", "high"]);
  // Nor are they compared where nobody has changed a control before.
  expect(findingsOf(detector, [...earlier, ...rows.slice(0, 1)])).toEqual([]);
  // Without a history of their own tables the changes are not called the first ones.
  expect(findingsOf(detector, [...usual, ...rows])).toEqual([]);
});

test("a change that strengthens a control is not reported, and one act in three tables is reported once", () => {
  const policy = (controls: readonly string[]) => JSON.stringify({ grantControls: { builtInControls: controls } });
  const act = (before: readonly string[], after: readonly string[]) => ({
    operation: "Update conditional access policy",
    type: "Policy",
    name: "Require MFA",
    properties: [["ConditionalAccessPolicy", policy(before), policy(after)]] as const,
  });
  const rows = (one: ReportedAct) =>
    [auditRow, officeRow, cloudRow].map((toRow) => {
      const { table, fields } = toRow(one);
      return seenRow(table, START + 22 * DAY_MS, fields);
    });
  const earlier = rows(act([], [])).map(({ row }) => seenRow(row.table, START, { Operation: "anything" }));
  expect(findingsOf(detector, [...usual, ...earlier, ...rows(act([], ["mfa"]))])).toEqual([]);
  const found = findingsOf(detector, [...usual, ...earlier, ...rows(act(["mfa"], []))]);
  expect(found.map(({ severity }) => severity)).toEqual(["high"]);
});

test("the regular administrator, an ordinary operation, and the first seven days are not reported", () => {
  expect(findingsOf(detector, usual)).toEqual([]);
  expect(findingsOf(detector, [...usual, change(22, "ana@ours.test", "Update user")])).toEqual([]);
  expect(findingsOf(detector, [...usual, change(6.9, "ana@ours.test")])).toEqual([]);
});
