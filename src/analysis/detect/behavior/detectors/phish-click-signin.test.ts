import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { phishClickSignin } from "./phish-click-signin.ts";

const detector = phishClickSignin(BEHAVIOR_DEFAULTS.phishClickSignin);
const START = Date.parse("2026-01-05T09:00Z");
const CLICK = START + 20 * DAY_MS;

const signIn = (when: number, country: string, more: object = {}) =>
  seenRow("SigninLogs", when, {
    UserPrincipalName: "ana@ours.test",
    ResultType: "0",
    LocationDetails: { countryOrRegion: country },
    UserAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/120",
    ...more,
  });
const usual = times(20, (day) => signIn(START + day * DAY_MS, "DE"));

const click = (more: object = {}) =>
  seenRow("UrlClickEvents", CLICK, {
    AccountUpn: "Ana@ours.test",
    ActionType: "ClickAllowed",
    Url: "https://login.bad.test/x?y=1",
    NetworkMessageId: "m-1",
    ThreatTypes: "Phish",
    ...more,
  });

test("a phishing click and then a sign-in from a new country are reported", () => {
  const strange = signIn(CLICK + 35 * MINUTE_MS, "NG");
  const [finding, ...more] = findingsOf(detector, [...usual, click(), strange]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Clicked through to login.bad.test, marked as phishing, and 35 min later signed in from NG, for the " +
      "first time in the 20 days on record; a sign-in within 2 h of the click is reported.",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.rows.map(({ table }) => table)).toEqual(["SigninLogs", "UrlClickEvents"]);
});

test("a phishing verdict on the mail counts, also when it comes after the sign-in", () => {
  const rows = [...usual, click({ ThreatTypes: "" }), signIn(CLICK + 35 * MINUTE_MS, "NG")];
  expect(findingsOf(detector, rows)).toEqual([]);
  const mark = seenRow("EmailPostDeliveryEvents", CLICK + DAY_MS, {
    RecipientEmailAddress: "ana@ours.test",
    NetworkMessageId: "m-1",
    ThreatTypes: "Phish",
  });
  const [finding] = findingsOf(detector, [...rows, mark]);
  expect(finding?.at).toBe(mark.row.at);
  expect(finding?.rows.map(({ table }) => table)).toEqual(["EmailPostDeliveryEvents", "SigninLogs", "UrlClickEvents"]);
});

test("a new client counts like a new country", () => {
  const strange = signIn(CLICK + HOUR_MS, "DE", { UserAgent: "Mozilla/5.0 (X11; Linux) Firefox/1" });
  expect(findingsOf(detector, [...usual, click(), strange])[0]?.summary).toContain(
    "with a device or client not seen in the 20 days on record",
  );
});

test("a blocked click, a familiar sign-in, one before the click or long after it is not reported", () => {
  const strange = signIn(CLICK + HOUR_MS, "NG");
  expect(findingsOf(detector, [...usual, click({ ActionType: "ClickBlocked" }), strange])).toEqual([]);
  expect(findingsOf(detector, [...usual, click(), signIn(CLICK + HOUR_MS, "DE")])).toEqual([]);
  expect(findingsOf(detector, [...usual, click(), signIn(CLICK - 1, "NG")])).toEqual([]);
  expect(findingsOf(detector, [...usual, click(), signIn(CLICK + 2 * HOUR_MS + 1, "NG")])).toEqual([]);
});

test("nothing is new with less than fourteen days of history", () => {
  expect(findingsOf(detector, [...usual.slice(7), click(), signIn(CLICK + HOUR_MS, "NG")])).toEqual([]);
});
