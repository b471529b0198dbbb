import { expect, test } from "vitest";
import { findingsOf, seenRow } from "../../../../../test/support/run-detectors.ts";
import { HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { privilegeThenUse } from "./privilege-then-use.ts";

const detector = privilegeThenUse(BEHAVIOR_DEFAULTS.privilegeThenUse);
const START = Date.parse("2026-03-10T09:00Z");

const audit = (hour: number, by: string, operation: string, targets: readonly object[] = [], result = "success") =>
  seenRow("AuditLogs", START + hour * HOUR_MS, {
    OperationName: operation,
    Result: result,
    InitiatedBy: { user: { userPrincipalName: by } },
    TargetResources: targets,
  });
const grantTo = (upn: string, by: string, operation = "Add member to role") =>
  audit(0, by, operation, [
    {
      type: "User",
      userPrincipalName: upn,
      id: "00000000-0000-4000-8000-000000000001",
      modifiedProperties: [{ displayName: "Role.DisplayName", newValue: '"Global Administrator"' }],
    },
  ]);

test("a role used within a day is reported with who assigned it", () => {
  const rows = [grantTo("Ana@ours.test", "boss@ours.test"), audit(3, "ana@ours.test", "Reset user password")];
  const [finding, ...more] = findingsOf(detector, rows);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Got Global Administrator from boss@ours.test and used it 3 h later (password reset); " +
      "outside of PIM activation, use within 24 h is reported.",
  );
  expect(finding?.severity).toBe("medium");
  expect(finding?.actor?.upn).toBe("ana@ours.test");
});

test("a self-assigned role is more severe, and the assignment itself is not a use of it", () => {
  const grant = grantTo("ana@ours.test", "ana@ours.test");
  expect(findingsOf(detector, [grant])).toEqual([]);
  const [finding] = findingsOf(detector, [grant, audit(1, "ana@ours.test", "Add service principal credentials")]);
  expect(finding?.severity).toBe("high");
  expect(finding?.summary).toMatch(/^ana@ours\.test: Got Global Administrator from themselves and used it 1 h later/);
});

test("an approved activation, an ordinary operation, one by another user, or one a day later is not reported", () => {
  const grant = grantTo("ana@ours.test", "boss@ours.test");
  const activation = grantTo("ana@ours.test", "boss@ours.test", "Add member to role completed (PIM activation)");
  const use = audit(1, "ana@ours.test", "Reset user password");
  expect(findingsOf(detector, [activation, use])).toEqual([]);
  expect(findingsOf(detector, [grant, audit(1, "ana@ours.test", "Update device")])).toEqual([]);
  expect(findingsOf(detector, [grant, audit(1, "ben@ours.test", "Reset user password")])).toEqual([]);
  expect(findingsOf(detector, [grant, audit(24.1, "ana@ours.test", "Reset user password")])).toEqual([]);
  expect(findingsOf(detector, [grant, audit(-1, "ana@ours.test", "Reset user password")])).toEqual([]);
  expect(findingsOf(detector, [grant, audit(1, "ana@ours.test", "Reset user password", [], "failure")])).toEqual([]);
});

test("an assignment on cloud resources is matched with its use by the id of the grantee", () => {
  const id = "00000000-0000-4000-8000-0000000000aa";
  const grant = seenRow("AzureActivity", START, {
    Caller: "boss@ours.test",
    OperationNameValue: "MICROSOFT.AUTHORIZATION/ROLEASSIGNMENTS/WRITE",
    Properties: JSON.stringify({ requestbody: JSON.stringify({ Properties: { PrincipalId: id } }) }),
  });
  const use = seenRow("AzureActivity", START + HOUR_MS, {
    Caller: id,
    OperationNameValue: "MICROSOFT.STORAGE/STORAGEACCOUNTS/LISTKEYS/ACTION",
    ActivityStatusValue: "Success",
  });
  expect(findingsOf(detector, [grant, use])).toHaveLength(1);
});

test("a privileged Windows group is matched with its use by the SID of the member", () => {
  const member = "S-1-5-21-1-2-3-1105";
  const grant = (group: string, sid: string) =>
    seenRow("SecurityEvent", START, {
      EventID: 4728,
      SubjectUserName: "boss",
      SubjectDomainName: "OURS",
      TargetUserName: group,
      TargetSid: sid,
      MemberSid: member,
    });
  const use = seenRow("SecurityEvent", START + HOUR_MS, {
    EventID: "4720",
    SubjectUserName: "ana",
    SubjectDomainName: "OURS",
    SubjectUserSid: member,
  });
  expect(findingsOf(detector, [grant("Domain Admins", "S-1-5-21-1-2-3-512"), use])).toHaveLength(1);
  expect(findingsOf(detector, [grant("Domänen-Admins", "S-1-5-21-1-2-3-512"), use])).toHaveLength(1);
  expect(findingsOf(detector, [grant("Printers", "S-1-5-21-1-2-3-2201"), use])).toEqual([]);
});
