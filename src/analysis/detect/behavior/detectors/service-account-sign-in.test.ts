import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { serviceAccountSignIn } from "./service-account-sign-in.ts";

const detector = serviceAccountSignIn(BEHAVIOR_DEFAULTS.serviceAccountSignIn);
const NOW = Date.parse("2026-03-30T02:30Z");

const logOn = (when: number, type: number, user = "vault") =>
  seenRow("SecurityEvent", when, {
    EventID: 4624,
    Computer: "APP01.ours.test",
    LogonType: type,
    TargetUserName: user,
    TargetDomainName: "OURS",
    IpAddress: "10.1.2.3",
  });
const browser = (when: number, user: string, more: object = {}) =>
  seenRow("SigninLogs", when, {
    UserPrincipalName: `${user}@ours.test`,
    ResultType: "0",
    ClientAppUsed: "Browser",
    UserAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/137.0",
    IPAddress: "203.0.113.9",
    ...more,
  });
const nightly = (type: number, days = 20) => times(days, (day) => logOn(NOW - (days - day) * DAY_MS, type));
const found = (rows: Parameters<typeof findingsOf>[1]) => findingsOf(detector, rows);

test("the first desktop of an account that runs every day as a service is severe", () => {
  for (const type of [3, 4, 5]) {
    const [finding, ...more] = found([...nightly(type), logOn(NOW, 10)]);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: "high", at: NOW });
    expect(finding?.summary).toContain("to a remote desktop from 10.1.2.3 with an account that only programs used");
  }
});

test("an account that people use too, or that rests at the weekend, is not reported", () => {
  expect(found([...nightly(3), logOn(NOW - 5 * DAY_MS, 2), logOn(NOW, 10)]).filter(({ at }) => at === NOW)).toEqual([]);
  const weekdays = nightly(3).filter(({ row }) => ![0, 6].includes(new Date(row.at).getUTCDay()));
  expect(found([...weekdays, logOn(NOW, 10)])).toEqual([]);
  expect(found([...nightly(3, 6), logOn(NOW, 10)])).toEqual([]);
});

test("a browser with an account that is named as that of a service is reported without a history", () => {
  expect(found([browser(NOW, "svc-portal")])).toMatchObject([{ severity: "medium" }]);
  expect(found([browser(NOW, "ana")])).toEqual([]);
  expect(found([browser(NOW - 9 * DAY_MS, "svc-portal"), browser(NOW, "svc-portal")])).toHaveLength(1);
});

test("a program that signs in as a browser would, or by another protocol, is no person", () => {
  expect(found([browser(NOW, "svc-move", { UserAgent: "ISV|Vendor|Move/4.2" })])).toEqual([]);
  expect(found([browser(NOW, "svc-mail", { ClientAppUsed: "Authenticated SMTP" })])).toEqual([]);
  expect(found([browser(NOW, "svc-job", { UserAgent: "python-requests/2" })])).toEqual([]);
  expect(found([browser(NOW, "svc-portal", { ResultType: "50126" })])).toEqual([]);
});
