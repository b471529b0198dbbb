import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { provisionedThenPrivileged, provisioningAnomaly } from "./provisioning-anomaly.ts";

const START = Date.parse("2026-03-10T09:00Z");
const removals = provisioningAnomaly(BEHAVIOR_DEFAULTS.provisioningAnomaly);
const promotions = provisionedThenPrivileged(BEHAVIOR_DEFAULTS.provisionedThenPrivileged);
const ID = "00000000-0000-4000-8000-0000000000aa";

const provision = (when: number, action: string, target: object, more: object = {}) =>
  seenRow("AADProvisioningLogs", when, {
    ProvisioningAction: action,
    ResultType: "Success",
    TargetIdentity: JSON.stringify(target),
    ServicePrincipal: JSON.stringify({ Id: "sp-1", Name: "HR to cloud" }),
    JobId: "job-1",
    ...more,
  });
const removed = (count: number, every: number, action = "Disable", more: object = {}) =>
  times(count, (number) => provision(START + number * every * MINUTE_MS, action, { Id: `user-${number}` }, more));

test("twenty accounts removed within an hour are reported with the job", () => {
  const [finding, ...more] = findingsOf(removals, removed(21, 2));
  expect(more).toEqual([]);
  expect(finding?.summary).toBe("HR to cloud disabled or deleted 21 accounts within 60 min; 20 or more is unusual.");
  expect(finding?.severity).toBe("medium");
});

test("nineteen accounts, a slower pace, failures or other actions are not reported", () => {
  expect(findingsOf(removals, removed(19, 1))).toEqual([]);
  expect(findingsOf(removals, removed(25, 3.3))).toEqual([]);
  expect(findingsOf(removals, removed(30, 1, "Delete", { ResultType: "Failure" }))).toEqual([]);
  expect(findingsOf(removals, removed(30, 1, "Update"))).toEqual([]);
});

const grant = (hour: number, id: string, upn?: string) =>
  seenRow("AuditLogs", START + hour * HOUR_MS, {
    OperationName: "Add member to role",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: "boss@ours.test" } },
    TargetResources: [
      { type: "User", id, userPrincipalName: upn },
      { type: "Role", displayName: "Helpdesk Administrator" },
    ],
  });

test("a new account that gets a role within a day is reported", () => {
  const created = provision(START, "create", { id: ID, details: { userPrincipalName: "new@ours.test" } });
  for (const promotion of [grant(2, ID), grant(2, ID, "new@ours.test")]) {
    const [finding, ...more] = findingsOf(promotions, [created, promotion]);
    expect(more).toEqual([]);
    expect(finding?.summary).toMatch(
      /^boss@ours\.test: An account created by .+ got Helpdesk Administrator 2 h later; within 24 h /,
    );
    expect(finding?.severity).toBe("medium");
  }
});

test("an account that exists for longer, or another one, is not reported", () => {
  const created = provision(START, "create", { id: ID });
  expect(findingsOf(promotions, [created, grant(25, ID)])).toEqual([]);
  expect(findingsOf(promotions, [created, grant(2, "00000000-0000-4000-8000-0000000000bb")])).toEqual([]);
  expect(findingsOf(promotions, [grant(-1, ID), created])).toEqual([]);
});
