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
  ["SigninLogs", { ResultType: "50076" }, "accepted"],
  ["SigninLogs", { ResultType: "50055" }, "accepted"],
  ["SigninLogs", { ResultType: "50173" }, "other"],
  ["SigninLogs", { ResultType: "50034" }, "wrong_password"],
  ["SigninLogs", steps("500121", "MFA denied; invalid verification code"), "wrong_code"],
  ["SigninLogs", steps("500121", "MFA denied; user declined the authentication"), "mfa_denied"],
  ["SigninLogs", steps("500121", "Authentication failed during strong authentication request"), "mfa_denied"],
  ["SigninLogs", steps("50074", "MFA denied; user declined the authentication"), "mfa_denied"],
  ["SigninLogs", steps("50074", "MFA denied; user did not respond to mobile app notification"), "mfa_denied"],
  ["SigninLogs", steps("50074", "MFA denied; Fraud Code Entered"), "mfa_denied"],
  ["SigninLogs", steps("50158", "MFA denied; Phone App Reported Fraud"), "mfa_denied"],
  ["SigninLogs", { ResultType: "50074", Status: { additionalDetails: "MFA denied; user declined" } }, "mfa_denied"],
  ["SigninLogs", steps("50074", "MFA required in Azure AD"), "accepted"],
  ["SigninLogs", steps("50074", "Authentication was interrupted"), "accepted"],
  ["SigninLogs", steps("50074", "MFA denied; service error"), "accepted"],
  ["SigninLogs", steps("50126", "MFA denied; user declined the authentication"), "wrong_password"],
  ["SigninLogs", steps("0", "MFA denied; user declined the authentication"), "success"],
  ["SigninLogs", {}, null],
  ["SecurityEvent", { EventID: 4624 }, "success"],
  ["SecurityEvent", { EventID: "4625" }, "wrong_password"],
  ["SecurityEvent", { EventID: 4771 }, "wrong_password"],
  ["SecurityEvent", { EventID: 4776, Status: "0x0" }, "success"],
  ["SecurityEvent", { EventID: 4776, Status: "0xc000006a" }, "wrong_password"],
  ["SecurityEvent", { EventID: 4625, Status: "0xc000006d", SubStatus: "0xC0000064" }, "wrong_password"],
  ["SecurityEvent", { EventID: 4625, Status: "0xc000015b", SubStatus: "0x0" }, "accepted"],
  ["SecurityEvent", { EventID: 4625, EventData: '<Data Name="SubStatus">0xc0000071</Data>' }, "accepted"],
  ["SecurityEvent", { EventID: 4771, Status: "0x25" }, "other"],
  ["SecurityEvent", { EventID: 4768, Status: "0x6" }, "wrong_password"],
  ["SecurityEvent", { EventID: 4768, Status: "0x0" }, null],
  ["SecurityEvent", { EventID: 4688 }, null],
  ["IdentityLogonEvents", { ActionType: "LogonSuccess" }, "success"],
  ["IdentityLogonEvents", { ActionType: "LogonFailed", FailureReason: "WrongPassword" }, "wrong_password"],
  ["CloudAppEvents", { ActionType: "UserLoggedIn" }, "success"],
  ["CloudAppEvents", { ActionType: "FileDownloaded" }, null],
  ["CloudAppEvents", { ActionType: "UserLoginFailed", RawEventData: { ErrorNumber: "50126" } }, "wrong_password"],
  ["CloudAppEvents", { ActionType: "UserLoginFailed", RawEventData: { ErrorNumber: "50140" } }, "accepted"],
  ["OfficeActivity", { Operation: "UserLoggedIn" }, "success"],
  ["OfficeActivity", { Operation: "UserLoginFailed" }, "wrong_password"],
  ["OfficeActivity", { Operation: "MailItemsAccessed" }, null],
  ["AuditLogs", { Result: "success" }, null],
] as const)("%s %j is %s", (table, fields, outcome) => {
  expect(outcomeOf(row(table, fields))).toBe(outcome);
});

test("the origin is the address, else the machine, never a loopback address", () => {
  expect(originOf(row("SigninLogs", { IPAddress: "203.0.113.9:443" }))).toBe("ip:203.0.113.9");
  expect(originOf(row("SecurityEvent", { IpAddress: "-", WorkstationName: "KIOSK" }))).toBe("host:kiosk");
  expect(originOf(row("SecurityEvent", { IpAddress: "::1", WorkstationName: "-" }))).toBeNull();
});

test("the origin of an IPv6 address is its /64, however it is written", () => {
  const written = ["2001:db8:0:1::9", "2001:0db8:0000:0001:aaaa:bbbb:cccc:dddd", "2001:db8:0:1:9::"];
  for (const IPAddress of written) expect(originOf(row("SigninLogs", { IPAddress }))).toBe("ip:2001:db8:0:1::/64");
  expect(originOf(row("SigninLogs", { IPAddress: "2001:db8::9" }))).toBe("ip:2001:db8:0:0::/64");
});

test("an id of zeros is not a device, and a trusted network is the organization's own", () => {
  expect(
    deviceOf(row("SigninLogs", { DeviceDetail: { deviceId: "{00000000-0000-0000-0000-000000000000}" } })),
  ).toBeNull();
  expect(deviceOf(row("SigninLogs", { DeviceDetail: '{"deviceId":"D-1"}' }))).toBe("d-1");
  expect(isFromOwnNetwork(row("SigninLogs", { NetworkLocationDetails: "[]" }))).toBe(false);
});
