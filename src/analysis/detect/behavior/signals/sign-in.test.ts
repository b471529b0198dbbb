import { expect, test } from "vitest";
import { seenRow } from "../../../../../test/support/run-detectors.ts";
import type { LogTable } from "../../../../model/rows/log-row.ts";
import { deviceOf, isFromOwnNetwork, originOf, outcomeOf } from "./sign-in.ts";

const row = (table: LogTable, fields: object) => seenRow(table, 0, fields as Record<string, unknown>).row;

/** The details as text for one code, as a list for the others: both occur. */
const steps = (code: string, detail: string) => {
  const list = [{ authenticationMethod: "Password" }, { authenticationStepResultDetail: detail }];
  return { ResultType: code, AuthenticationDetails: code === "50074" ? JSON.stringify(list) : list };
};

test.each([
  ["SigninLogs", { ResultType: "0" }, "success"],
  ["SigninLogs", { ResultType: 0 }, "success"],
  ["SigninLogs", { ResultType: "Success" }, "success"],
  ["SigninLogs", { Status: '{"errorCode":50126}' }, "wrong_password"],
  ["SigninLogs", { ResultType: "50053" }, "wrong_password"],
  ["SigninLogs", { ResultType: "500121" }, "mfa_denied"],
  ["SigninLogs", { ResultType: "50076" }, "other"],
  ["SigninLogs", steps("50074", "MFA denied; user declined the authentication"), "mfa_denied"],
  ["SigninLogs", steps("50074", "MFA denied; user did not respond to mobile app notification"), "mfa_denied"],
  ["SigninLogs", steps("50074", "MFA denied; Fraud Code Entered"), "mfa_denied"],
  ["SigninLogs", steps("50158", "MFA denied; Phone App Reported Fraud"), "mfa_denied"],
  ["SigninLogs", { ResultType: "50074", Status: { additionalDetails: "MFA denied; user declined" } }, "mfa_denied"],
  ["SigninLogs", steps("50074", "MFA required in Azure AD"), "other"],
  ["SigninLogs", steps("50074", "Authentication was interrupted"), "other"],
  ["SigninLogs", steps("50074", "MFA denied; service error"), "other"],
  ["SigninLogs", steps("50126", "MFA denied; user declined the authentication"), "wrong_password"],
  ["SigninLogs", steps("0", "MFA denied; user declined the authentication"), "success"],
  ["SigninLogs", {}, null],
  ["SecurityEvent", { EventID: 4624 }, "success"],
  ["SecurityEvent", { EventID: "4625" }, "wrong_password"],
  ["SecurityEvent", { EventID: 4771 }, "wrong_password"],
  ["SecurityEvent", { EventID: 4776, Status: "0x0" }, "success"],
  ["SecurityEvent", { EventID: 4776, Status: "0xc000006a" }, "wrong_password"],
  ["SecurityEvent", { EventID: 4688 }, null],
  ["IdentityLogonEvents", { ActionType: "LogonSuccess" }, "success"],
  ["IdentityLogonEvents", { ActionType: "LogonFailed", FailureReason: "WrongPassword" }, "wrong_password"],
  ["CloudAppEvents", { ActionType: "UserLoggedIn" }, "success"],
  ["CloudAppEvents", { ActionType: "FileDownloaded" }, null],
  ["AuditLogs", { Result: "success" }, null],
] as const)("%s %j is %s", (table, fields, outcome) => {
  expect(outcomeOf(row(table, fields))).toBe(outcome);
});

test("the origin is the address, else the machine, never a loopback address", () => {
  expect(originOf(row("SigninLogs", { IPAddress: "203.0.113.9:443" }))).toBe("ip:203.0.113.9");
  expect(originOf(row("SecurityEvent", { IpAddress: "-", WorkstationName: "KIOSK" }))).toBe("host:kiosk");
  expect(originOf(row("SecurityEvent", { IpAddress: "::1", WorkstationName: "-" }))).toBeNull();
});

test("an id of zeros is not a device, and a trusted network is the organization's own", () => {
  expect(
    deviceOf(row("SigninLogs", { DeviceDetail: { deviceId: "{00000000-0000-0000-0000-000000000000}" } })),
  ).toBeNull();
  expect(deviceOf(row("SigninLogs", { DeviceDetail: '{"deviceId":"D-1"}' }))).toBe("d-1");
  expect(isFromOwnNetwork(row("SigninLogs", { NetworkLocationDetails: "[]" }))).toBe(false);
});
