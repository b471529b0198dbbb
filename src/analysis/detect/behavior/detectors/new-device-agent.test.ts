import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { newDeviceAgent } from "./new-device-agent.ts";

const detector = newDeviceAgent(BEHAVIOR_DEFAULTS.newDeviceAgent);
const START = Date.parse("2026-01-05T09:00Z");
const day = (number: number) => START + number * DAY_MS;
const EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0";

const signIn = (when: number, agent: string, more: object = {}) =>
  seenRow("SigninLogs", when, {
    UserPrincipalName: "ana@ours.test",
    ResultType: "0",
    UserAgent: agent,
    AuthenticationRequirement: "singleFactorAuthentication",
    ...more,
  });
const usual = times(20, (number) => signIn(day(number), EDGE));

test("a client new for a user, with one factor, is reported with the usual ones", () => {
  const [finding, ...more] = findingsOf(detector, [...usual, signIn(day(20), FIREFOX)]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: First use of Firefox on Linux in the 20 days on record, one factor was enough; usual: Edge on Windows.",
  );
  expect(finding?.severity).toBe("low");
});

test("a new client with a second factor is not reported, unless it is scripted", () => {
  const second = { AuthenticationRequirement: "multiFactorAuthentication" };
  expect(findingsOf(detector, [...usual, signIn(day(20), FIREFOX, second)])).toEqual([]);
  const [finding] = findingsOf(detector, [...usual, signIn(day(20), "python-requests/2.31", second)]);
  expect(finding?.summary).toContain("First use of Python in the 20 days on record, a scripted client;");
});

test("a new device is reported even with the usual client", () => {
  const [finding] = findingsOf(detector, [...usual, signIn(day(20), EDGE, { DeviceDetail: { deviceId: "d-9" } })]);
  expect(finding?.summary).toContain("First use of a new device (Edge on Windows) in the 20 days on record");
});

test("another version of the same client, a failure, and the first fourteen days are not reported", () => {
  expect(findingsOf(detector, [...usual, signIn(day(20), EDGE.replaceAll("120", "121"))])).toEqual([]);
  expect(findingsOf(detector, [...usual, signIn(day(20), FIREFOX, { ResultType: "50126" })])).toEqual([]);
  expect(findingsOf(detector, [...usual, signIn(day(14) - 1, FIREFOX)])).toEqual([]);
});

test("a scripted client is new after a week", () => {
  expect(findingsOf(detector, [...usual, signIn(day(7) - 1, "python-requests/2.31")])).toEqual([]);
  expect(findingsOf(detector, [...usual, signIn(day(7), "python-requests/2.31")])).toHaveLength(1);
});
