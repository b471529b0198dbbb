import { expect, test } from "vitest";
import { findingsOf, seenRow } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { dormantAccount } from "./dormant-account.ts";

const detector = dormantAccount(BEHAVIOR_DEFAULTS.dormantAccount);
const START = Date.parse("2026-01-05T09:00Z");

const signIn = (day: number, result = "0", fields: object = {}) =>
  seenRow("SigninLogs", START + day * DAY_MS, {
    UserPrincipalName: "ana@ours.test",
    ResultType: result,
    IPAddress: "203.0.113.9",
    ...fields,
  });
const enable = (day: number, upn = "Ana@ours.test") =>
  seenRow("AuditLogs", START + day * DAY_MS, {
    OperationName: "Enable account",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: "boss@ours.test" } },
    TargetResources: [{ type: "User", userPrincipalName: upn }],
  });

test("a sign-in after ninety days of inactivity is reported, after half a year it is more severe", () => {
  const [finding, ...more] = findingsOf(detector, [signIn(0), signIn(100)]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: First sign-in from 203.0.113.9 after at least 93 days without one on record; 90 days or more is dormant.",
  );
  expect(finding?.severity).toBe("medium");
  expect(findingsOf(detector, [signIn(0), signIn(200)])[0]?.severity).toBe("high");
});

test("a shorter inactivity, a failure, or the first sign-in ever is not reported", () => {
  expect(findingsOf(detector, [signIn(0), signIn(96)])).toEqual([]);
  expect(findingsOf(detector, [signIn(0), signIn(100, "50126")])).toEqual([]);
  expect(findingsOf(detector, [signIn(100)])).toEqual([]);
  expect(findingsOf(detector, [signIn(0), signIn(50), signIn(100)])).toEqual([]);
});

test("a shorter inactivity is enough when the account was enabled again", () => {
  const [finding, ...more] = findingsOf(detector, [signIn(0), enable(39), signIn(40)]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: First sign-in from 203.0.113.9 after at least 33 days without one on record, 24 h after the account was enabled again; " +
      "30 days or more is dormant.",
  );
  expect(findingsOf(detector, [signIn(0), enable(39, "ben@ours.test"), signIn(40)])).toEqual([]);
  expect(findingsOf(detector, [signIn(0), enable(20), signIn(21)])).toEqual([]);
});

test("an account that another table reports as enabled counts in the same way", () => {
  const at = START + 39 * DAY_MS;
  const office = seenRow("OfficeActivity", at, {
    Operation: "Enable account.",
    OfficeWorkload: "AzureActiveDirectory",
    ResultStatus: "Success",
    UserId: "boss@ours.test",
    OfficeObjectId: "ana@ours.test",
  });
  const update = seenRow("AuditLogs", at, {
    OperationName: "Update user",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: "boss@ours.test" } },
    TargetResources: [
      {
        type: "User",
        userPrincipalName: "ana@ours.test",
        modifiedProperties: [{ displayName: "AccountEnabled", oldValue: "[false]", newValue: "[true]" }],
      },
    ],
  });
  for (const enabled of [office, update]) {
    expect(findingsOf(detector, [signIn(0), enabled, signIn(40)])).toHaveLength(1);
  }
});

test("the device and the factors of the sign-in decide how severe it is", () => {
  const severityOf = (day: number, fields: object) =>
    findingsOf(detector, [signIn(0), signIn(day, "0", fields)]).map(({ severity }) => severity);
  const managed = { DeviceDetail: { deviceId: "d1", isManaged: true, isCompliant: true } };
  expect(severityOf(100, managed)).toEqual(["low"]);
  expect(severityOf(200, managed)).toEqual(["medium"]);
  expect(severityOf(100, { AuthenticationRequirement: "singleFactorAuthentication" })).toEqual(["high"]);
  expect(severityOf(100, { UserAgent: "python-requests/2.31" })).toEqual(["high"]);
});
