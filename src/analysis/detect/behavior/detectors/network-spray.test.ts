import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import type { Fields } from "../../../../model/fields.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { networkSpray } from "./network-spray.ts";

const detector = networkSpray(BEHAVIOR_DEFAULTS.networkSpray);
const START = Date.parse("2026-03-10T01:00Z");

const attempt = (when: number, user: number, ip: string, result = "50126", more: Fields = {}) =>
  seenRow("SigninLogs", when, { UserPrincipalName: `u${user}@ours.test`, ResultType: result, IPAddress: ip, ...more });
/** Attempts on different accounts from rotating addresses of 203.0.113.0/24. */
const spray = (users: number, everyMs: number, more: Fields = {}, block = "203.0.113") =>
  times(users, (number) => attempt(START + number * everyMs, number, `${block}.${1 + (number % 9)}`, "50126", more));

test("failures of twenty accounts a day from the addresses of one /24 are a slow spray", () => {
  const [finding, ...more] = findingsOf(detector, spray(20, 50 * MINUTE_MS));
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("medium");
  expect(finding?.actor).toBeNull();
  expect(finding?.summary).toMatch(
    /^9 addresses of 203\.0\.113\.0\/24 failed to sign in as 20 different users within 24 h, among them u0@ours\.test, /,
  );
});

test("so are ten accounts a day for days, and the addresses of an IPv6 /48", () => {
  const slow = spray(30, 2.4 * HOUR_MS);
  expect(findingsOf(detector, slow).map(({ count }) => count)).toContain(30);
  const six = times(24, (number) => attempt(START + number * 50 * MINUTE_MS, number, `2001:db8:7:${number % 5}::1`));
  expect(findingsOf(detector, six)[0]?.summary).toContain("2001:db8:7::/48");
});

test("an autonomous system needs twice as many, from which hardly anybody signs in", () => {
  const from = (users: number) =>
    times(users, (number) =>
      attempt(START + number * 25 * MINUTE_MS, number, `203.0.${number % 30}.9`, "50126", {
        AutonomousSystemNumber: "64501",
      }),
    );
  expect(findingsOf(detector, from(39))).toEqual([]);
  const [finding] = findingsOf(detector, from(45));
  expect(finding?.summary).toContain("the autonomous system 64501");
  const customers = times(12, (number) =>
    attempt(START + number * MINUTE_MS, number, `203.0.${number}.77`, "0", { AutonomousSystemNumber: "64501" }),
  );
  expect(findingsOf(detector, [...customers, ...from(45)])).toEqual([]);
});

test("a sign-in from the network after the spray is severe, one of a managed device is not", () => {
  const success = (more: Fields) => attempt(START + 20 * HOUR_MS, 7, "203.0.113.77", "0", more);
  const bare = { AuthenticationRequirement: "singleFactorAuthentication" };
  const [breach] = findingsOf(detector, [...spray(22, 50 * MINUTE_MS), success(bare)]).filter(
    ({ severity }) => severity === "high",
  );
  expect(breach?.summary).toContain("Signed in as u7@ours.test from 203.0.113.77");
  const managed = findingsOf(detector, [...spray(22, 50 * MINUTE_MS), success({ DeviceDetail: { isManaged: true } })]);
  expect(managed.map(({ severity }) => severity)).toEqual(["medium"]);
});

test("own and shared networks, one account many times, few accounts and private addresses are silent", () => {
  const people = times(60, (number) => attempt(START + number * MINUTE_MS, number, `203.0.113.${number}`, "0"));
  expect(findingsOf(detector, [...people, ...spray(25, 50 * MINUTE_MS)])).toEqual([]);
  const trusted = { NetworkLocationDetails: [{ networkType: "trustedNamedLocation" }] };
  expect(findingsOf(detector, spray(25, 50 * MINUTE_MS, trusted))).toEqual([]);
  expect(
    findingsOf(
      detector,
      times(80, (n) => attempt(START + n * MINUTE_MS, 1, `203.0.113.${n}`)),
    ),
  ).toEqual([]);
  expect(findingsOf(detector, spray(19, 50 * MINUTE_MS))).toEqual([]);
  expect(findingsOf(detector, spray(40, 30 * MINUTE_MS, {}, "10.0.7"))).toEqual([]);
});

test("one address alone is reported by the spray from one address", () => {
  expect(
    findingsOf(
      detector,
      times(40, (n) => attempt(START + n * MINUTE_MS, n, "203.0.113.9")),
    ),
  ).toEqual([]);
});

test("accounts that fail over more than a week are not added up", () => {
  expect(findingsOf(detector, spray(40, DAY_MS / 2))).toEqual([]);
});
