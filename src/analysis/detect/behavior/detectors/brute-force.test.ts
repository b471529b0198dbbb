import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-settings.ts";
import { bruteForce } from "./brute-force.ts";

const detector = bruteForce(BEHAVIOR_DEFAULTS.bruteForce);
const START = Date.parse("2026-03-10T09:00Z");
const minute = (number: number) => START + number * MINUTE_MS;

const attempt = (when: number, result = "50126", ip = "203.0.113.9") =>
  seenRow("SigninLogs", when, { UserPrincipalName: "ana@ours.test", ResultType: result, IPAddress: ip });
const guesses = (count: number, every = 1) => times(count, (number) => attempt(minute(number * every)));

test("thirty failures within an hour are guessing", () => {
  const [finding, ...more] = findingsOf(detector, guesses(30, 2));
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: 30 failed sign-ins within 60 min from 203.0.113.9; 30 or more is reported as guessing.",
  );
  expect(finding?.severity).toBe("medium");
  expect(finding?.actor?.upn).toBe("ana@ours.test");
});

test("twenty-nine failures, or thirty in a longer time, are not", () => {
  expect(findingsOf(detector, guesses(29))).toEqual([]);
  expect(findingsOf(detector, guesses(30, 2.2))).toEqual([]);
});

test("failures folded into one minute are all counted", () => {
  const rows = times(5_000, (number) => attempt(minute(0) + number * 10));
  const [finding] = findingsOf(detector, rows);
  expect(finding?.summary).toMatch(/^ana@ours\.test: 5,000 failed sign-ins within 60 min/);
});

test("a success from an address that failed is reported as more severe", () => {
  const [finding, ...more] = findingsOf(detector, [...guesses(40), attempt(minute(52), "0")]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Signed in from 203.0.113.9 13 min after 40 failed sign-ins within 60 min, some of them from there: " +
      "the password may have been guessed.",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.at).toBe(minute(52));
});

test("a success from elsewhere, before the attack or long after it changes nothing", () => {
  for (const success of [
    attempt(minute(52), "0", "198.51.100.1"),
    attempt(minute(-1), "0"),
    attempt(minute(100), "0"),
  ]) {
    expect(findingsOf(detector, [...guesses(40), success]).map(({ severity }) => severity)).toEqual(["medium"]);
  }
});

test("Windows log-ons without an address are compared by machine", () => {
  const logon = (when: number, event: number) =>
    seenRow("SecurityEvent", when, {
      EventID: event,
      TargetUserName: "ana",
      TargetDomainName: "OURS",
      IpAddress: "-",
      WorkstationName: "KIOSK",
    });
  const rows = [...times(30, (number) => logon(minute(number), 4625)), logon(minute(31), 4624)];
  expect(findingsOf(detector, rows)[0]?.summary).toMatch(
    /^ours\\ana: Signed in from kiosk 2 min after 30 failed sign-ins/,
  );
});
