import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { bruteForce } from "./brute-force.ts";

const detector = bruteForce(BEHAVIOR_DEFAULTS.bruteForce);
const START = Date.parse("2026-03-10T09:00Z");
const minute = (number: number) => START + number * MINUTE_MS;

const attempt = (when: number, result = "50126", ip = "203.0.113.9", more: object = {}) =>
  seenRow("SigninLogs", when, {
    UserPrincipalName: "ana@ours.test",
    ResultType: result,
    IPAddress: ip,
    ...more,
  });
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

test("a success from elsewhere or long after the attack changes nothing", () => {
  for (const success of [attempt(minute(52), "0", "198.51.100.1"), attempt(minute(100), "0")]) {
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

/** Guesses from a new network each time. */
const rotating = (count: number, every: number) =>
  times(count, (number) => attempt(minute(number * every), "50126", `198.${number % 200}.100.7`));
const home = attempt(minute(-60), "0", "192.0.2.1");

test("guesses from rotating addresses count over a day", () => {
  const [finding] = findingsOf(detector, rotating(60, 20));
  expect(finding?.summary).toMatch(
    /^ana@ours\.test: 45 failed sign-ins within 24 h from 45 addresses, first 198\.0\.100\.7; 40 or more from 8 networks or 20 addresses is /,
  );
  expect(finding?.severity).toBe("medium");
  expect(findingsOf(detector, rotating(39, 20))).toEqual([]);
});

test("a phone with an old password that fails all day from its carrier is of low severity", () => {
  const phone = (addresses: number) =>
    times(90, (number) => attempt(minute(number * 15), "50126", `100.64.${number % addresses}.9`));
  expect(findingsOf(detector, phone(19))).toEqual([]);
  const before = attempt(minute(-30), "0", "100.64.77.9");
  const severities = findingsOf(detector, [before, ...phone(60)]).map(({ severity }) => severity);
  expect(new Set(severities)).toEqual(new Set(["low"]));
  expect(findingsOf(detector, phone(60))[0]?.severity).toBe("medium");
});

test("after rotating guesses a success from an address new for the user is reported, one from the usual address is not", () => {
  const guesses = rotating(60, 5);
  const success = (ip: string) => findingsOf(detector, [home, ...guesses, attempt(minute(310), "0", ip)]);
  expect(success("203.0.113.77").map(({ severity }) => severity)).toEqual(["high"]);
  expect(success("203.0.113.77")[0]?.summary).toContain(
    "Signed in from 203.0.113.77 15 min after 60 failed sign-ins within 24 h from 60 addresses, first 198.0.100.7: ",
  );
  expect(success("192.0.2.1").map(({ severity }) => severity)).toEqual(["medium"]);
});

test("an old password that is corrected was not guessed", () => {
  const own = times(40, (number) => attempt(minute(number), "50126", "192.0.2.1"));
  const [finding, ...more] = findingsOf(detector, [home, ...own, attempt(minute(45), "0", "192.0.2.1")]);
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("low");
  expect(finding?.title).toBe("Repeated failed sign-ins from the user's own address");
  expect(finding?.summary).toBe(
    "ana@ours.test: 40 failed sign-ins within 60 min from 192.0.2.1, where the user had signed in within the day before: " +
      "a saved password may be old.",
  );
});

test("a success of a managed device, or with a second factor, was not guessed", () => {
  const after = (more: object) => findingsOf(detector, [...guesses(40), attempt(minute(52), "0", undefined, more)]);
  const managed = { DeviceDetail: { deviceId: "d-1", isManaged: true } };
  expect(after(managed).map(({ severity }) => severity)).toEqual(["medium"]);
  const second = { AuthenticationRequirement: "multiFactorAuthentication" };
  expect(after(second).map(({ severity }) => severity)).toEqual(["medium"]);
  const token = {
    ...second,
    AuthenticationDetails: [{ authenticationMethod: "Previously satisfied", succeeded: true }],
  };
  expect(after(token).map(({ severity }) => severity)).toEqual(["high"]);
});

test("a guessed password that is stopped for a second factor is reported", () => {
  const [finding] = findingsOf(detector, [...guesses(40), attempt(minute(52), "50076")]);
  expect(finding?.summary).toContain("The password was accepted from 203.0.113.9 13 min after 40 failed sign-ins");
  expect(finding?.severity).toBe("high");
});

test("one attempt that two tables report counts once", () => {
  const reported = times(20, (number) => [
    attempt(minute(number)),
    seenRow("OfficeActivity", minute(number), {
      UserId: "ANA@ours.test",
      Operation: "UserLoginFailed",
      ClientIP: "203.0.113.9",
    }),
  ]).flat();
  expect(findingsOf(detector, reported)).toEqual([]);
});

test("mistyped codes of a second factor count as guesses", () => {
  const step = { authenticationMethod: "OATH verification code", succeeded: false };
  const codes = (count: number) =>
    times(count, (n) => attempt(minute(n), "500121", undefined, { AuthenticationDetails: JSON.stringify([step]) }));
  expect(findingsOf(detector, codes(5))).toEqual([]);
  expect(findingsOf(detector, codes(30))).toHaveLength(1);
});
