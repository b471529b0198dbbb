import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
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
    "ana@ours.test: 5 second-factor requests from 203.0.113.9 denied or not answered within 10 min; 5 or more is reported.",
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
    /^ana@ours\.test: 11 second-factor requests from 203\.0\.113\.9 denied or not answered within 5 min; 11 or more /,
  );
  expect(findingsOf(detector, denials(10, 0.5))[0]?.severity).toBe("medium");
});

test("an approval within fifteen minutes after five denials, or an hour after six, is reported", () => {
  const [finding, ...more] = findingsOf(detector, [...denials(6), row(minute(20), "0", { IPAddress: "198.51.100.1" })]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Approved from 198.51.100.1 15 min after the last of 6 second-factor requests from 203.0.113.9 that were denied or not answered: the user may have given in.",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.at).toBe(minute(20));
  expect(findingsOf(detector, [...denials(5), row(minute(19.1), "0")])[0]?.severity).toBe("medium");
  expect(findingsOf(detector, [...denials(6), row(minute(65), "0")])[0]?.severity).toBe("high");
  expect(findingsOf(detector, [...denials(6), row(minute(65.1), "0")])[0]?.severity).toBe("medium");
});

test("a success with one factor or by an earlier token is not an approval", () => {
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
  for (const success of [single, token]) {
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

test("prompts every twelve minutes are a series, and an approval within the hour after them is reported", () => {
  const slow = denials(20, 12);
  const [series, ...more] = findingsOf(detector, slow);
  expect(more).toEqual([]);
  expect(series?.severity).toBe("medium");
  expect(series?.summary).toBe(
    "ana@ours.test: 20 second-factor requests from 203.0.113.9 denied or not answered within 6 h; 6 or more is reported.",
  );
  const [approval] = findingsOf(detector, [...slow, row(minute(19 * 12 + 40), "0")]);
  expect(approval?.severity).toBe("high");
  expect(approval?.summary).toContain("Approved from 203.0.113.9 40 min after the last of 20 second-factor requests");
  expect(findingsOf(detector, denials(5, 12))).toEqual([]);
});

test("requests of the user's own client that nobody answers are of low severity, and their approval is ordinary", () => {
  const before = row(minute(-120), "0");
  const [finding, ...more] = findingsOf(detector, [before, ...denials(6), row(minute(12), "0")]);
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("low");
  expect(finding?.summary).toContain("the user had signed in from there within the day before");
});

test("mistyped codes are not refusals", () => {
  const codes = (details: object) => times(6, (number) => row(minute(number), "500121", details));
  const step = (authenticationMethod: string, detail = "") => ({
    AuthenticationDetails: [
      { authenticationMethod: "Password", succeeded: true },
      { authenticationMethod, succeeded: false, authenticationStepResultDetail: detail },
    ],
  });
  expect(findingsOf(detector, codes(step("OATH verification code")))).toEqual([]);
  expect(findingsOf(detector, codes(step("Text message", "MFA denied; invalid verification code")))).toEqual([]);
  expect(findingsOf(detector, codes({ Status: { additionalDetails: "Wrong code entered" } }))).toEqual([]);
  expect(findingsOf(detector, codes(step("Mobile app notification")))).toHaveLength(1);
  expect(
    findingsOf(detector, codes(step("Text message", "MFA denied; user declined the authentication"))),
  ).toHaveLength(1);
});

test("an approval after a storm of requests is what is reported of both", () => {
  const [finding, ...more] = findingsOf(detector, [...denials(14, 0.3), row(minute(8), "0")]);
  expect(more).toEqual([]);
  expect(finding?.summary).toContain("the user may have given in");
});
