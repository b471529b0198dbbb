import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-settings.ts";
import { mfaFatigue } from "./mfa-fatigue.ts";

const detector = mfaFatigue(BEHAVIOR_DEFAULTS.mfaFatigue);
const START = Date.parse("2026-03-10T09:00Z");
const minute = (number: number) => START + number * MINUTE_MS;

const row = (when: number, result: string, more: object = {}) =>
  seenRow("SigninLogs", when, {
    UserPrincipalName: "ana@ours.test",
    ResultType: result,
    IPAddress: "203.0.113.9",
    AuthenticationRequirement: "multiFactorAuthentication",
    ...more,
  });
const denials = (count: number, every = 1) => times(count, (number) => row(minute(number * every), "500121"));

test("five denials within ten minutes are an attempt", () => {
  const [finding, ...more] = findingsOf(detector, denials(5, 2.5));
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: 5 second-factor requests from 203.0.113.9 denied within 10 min; 5 or more is reported.",
  );
  expect(finding?.severity).toBe("medium");
  expect(finding?.rows).toHaveLength(5);
});

test("four denials, or five in a longer time, are not", () => {
  expect(findingsOf(detector, denials(4))).toEqual([]);
  expect(findingsOf(detector, denials(5, 2.6))).toEqual([]);
});

test("more than ten denials within five minutes are more severe, ten are not", () => {
  const [finding] = findingsOf(detector, denials(11, 0.5));
  expect(finding?.severity).toBe("high");
  expect(finding?.summary).toMatch(
    /^ana@ours\.test: 11 second-factor requests from 203\.0\.113\.9 denied within 5 min; 11 or more /,
  );
  expect(findingsOf(detector, denials(10, 0.5))[0]?.severity).toBe("medium");
});

test("an approval within fifteen minutes after a series of denials is reported", () => {
  const [finding, ...more] = findingsOf(detector, [...denials(6), row(minute(20), "0", { IPAddress: "198.51.100.1" })]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Approved from 198.51.100.1 15 min after the last of 6 denied second-factor requests from 203.0.113.9: the user may have given in.",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.at).toBe(minute(20));
  expect(findingsOf(detector, [...denials(6), row(minute(20.1), "0")])[0]?.severity).toBe("medium");
});

test("a success before the denials, with one factor, or by an earlier token is not an approval", () => {
  const before = row(minute(-1), "0");
  const single = row(minute(7), "0", { AuthenticationRequirement: "singleFactorAuthentication" });
  const token = row(minute(7), "0", {
    AuthenticationDetails: JSON.stringify([
      { authenticationMethod: "Previously satisfied", succeeded: true },
      {
        authenticationMethod: "Mobile app",
        succeeded: true,
        authenticationStepResultDetail: "MFA requirement satisfied by claim in the token",
      },
    ]),
  });
  for (const success of [before, single, token]) {
    expect(findingsOf(detector, [...denials(6), success])[0]?.severity).toBe("medium");
  }
});

test("denials before midnight and an approval after it are reported", () => {
  const late = Date.parse("2026-03-10T23:52Z");
  const run = times(5, (number) => row(late + number * MINUTE_MS, "500121"));
  const found = findingsOf(detector, [...run, row(late + 12 * MINUTE_MS, "0")]);
  expect(found.map(({ severity }) => severity)).toEqual(["medium", "high"]);
});

test("denials count under any result code, a pending request does not", () => {
  const denials = (detail: string) =>
    times(5, (number) =>
      row(minute(number), "50074", {
        AuthenticationDetails: JSON.stringify([{ authenticationStepResultDetail: detail, succeeded: false }]),
      }),
    );
  expect(findingsOf(detector, denials("MFA denied; user declined the authentication"))[0]?.severity).toBe("medium");
  expect(findingsOf(detector, denials("MFA required in Azure AD"))).toEqual([]);
});
