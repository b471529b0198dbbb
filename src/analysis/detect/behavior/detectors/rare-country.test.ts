import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { organizationCountry, rareCountry } from "./rare-country.ts";

const START = Date.parse("2026-01-05T09:00Z");
const day = (number: number) => START + number * DAY_MS;

const signIn = (when: number, country: string, user = "ana@ours.test", more: object = {}) =>
  seenRow("SigninLogs", when, {
    UserPrincipalName: user,
    ResultType: "0",
    LocationDetails: { countryOrRegion: country },
    ...more,
  });

const fromGermany = (days: number, user?: string) => times(days, (number) => signIn(day(number), "DE", user));

const forUser = rareCountry(BEHAVIOR_DEFAULTS.rareCountry);
const forAll = organizationCountry(BEHAVIOR_DEFAULTS.organizationCountry);

test("a country new for a user is reported with the usual ones", () => {
  const strange = signIn(day(20), "NG");
  const [finding, ...more] = findingsOf(forUser, [...fromGermany(20), strange]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe("ana@ours.test: First seen from NG in the 20 days on record; usual: DE.");
  expect(finding?.severity).toBe("medium");
  expect(finding?.rows.map(({ rowId }) => rowId)).toEqual([strange.row.rowId]);
});

test("nothing is new with less than fourteen days of history", () => {
  expect(findingsOf(forUser, [...fromGermany(14), signIn(day(14) - 1, "NG")])).toEqual([]);
  expect(findingsOf(forUser, [...fromGermany(14), signIn(day(14), "NG")])).toHaveLength(1);
});

test("a country seen within the baseline is known, one seen before it is new again", () => {
  const regular = fromGermany(120);
  expect(findingsOf(forUser, [signIn(day(0), "NG"), ...regular, signIn(day(90), "NG")])).toEqual([]);
  expect(findingsOf(forUser, [signIn(day(0), "NG"), ...regular, signIn(day(90) + 1, "NG")])).toHaveLength(1);
});

test("a failure, or the organization's own network, has no country", () => {
  const failed = signIn(day(20), "NG", "ana@ours.test", { ResultType: "50126" });
  const own = signIn(day(20), "NG", "ana@ours.test", { IsThroughGlobalSecureAccess: true });
  expect(findingsOf(forUser, [...fromGermany(20), failed, own])).toEqual([]);
});

test("risk events and cloud app rows have countries too", () => {
  const risk = seenRow("AADUserRiskEvents", day(20), {
    UserPrincipalName: "ana@ours.test",
    Location: '{"countryOrRegion":"NG"}',
  });
  expect(findingsOf(forUser, [...fromGermany(20), risk])).toHaveLength(1);
});

test("two new countries on one day are two findings, the same one twice is one", () => {
  const rows = [signIn(day(20), "NG"), signIn(day(20) + 5, "NG"), signIn(day(20) + 9, "JP")];
  expect(findingsOf(forUser, [...fromGermany(20), ...rows])).toHaveLength(2);
});

test("a country new for the whole organization is more severe", () => {
  const rows = [...fromGermany(10), ...fromGermany(10, "ben@ours.test"), signIn(day(10), "NG", "ben@ours.test")];
  const [finding, ...more] = findingsOf(forAll, rows);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ben@ours.test: Nobody in the organization was seen from NG in the 10 days on record; usual: DE.",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.actor?.upn).toBe("ben@ours.test");
});

test("a country in which one other user was seen is rare, one in which several were seen is not", () => {
  const visit = (...users: readonly string[]) => users.map((user) => signIn(day(1), "NG", `${user}@ours.test`));
  const found = (...users: readonly string[]) =>
    findingsOf(forAll, [...fromGermany(10), ...visit(...users), signIn(day(10), "NG")]);
  expect(found("cleo").map(({ severity, summary }) => [severity, summary])).toEqual([
    [
      "medium",
      "ana@ours.test: First seen from NG in the 10 days on record, as only 1 other user of the organization; usual: DE, NG.",
    ],
  ]);
  expect(found("cleo", "dan", "eve")).toEqual([]);
});

test("a country is new for the organization after a week, also for a person with a shorter history", () => {
  expect(findingsOf(forAll, [...fromGermany(7), signIn(day(7) - 1, "NG")])).toEqual([]);
  expect(findingsOf(forAll, [...fromGermany(7), signIn(day(7), "NG", "new@ours.test")])).toHaveLength(1);
});

test("the severity follows from the device and the factors of the sign-in", () => {
  const severities = (more: object) => {
    const rows = [...fromGermany(20), signIn(day(20), "NG", "ana@ours.test", more)];
    return [forUser, forAll].map((detector) => findingsOf(detector, rows)[0]?.severity);
  };
  expect(severities({ AuthenticationRequirement: "singleFactorAuthentication" })).toEqual(["high", "high"]);
  expect(severities({ AuthenticationRequirement: "multiFactorAuthentication" })).toEqual(["medium", "medium"]);
  expect(severities({ DeviceDetail: { deviceId: "d-1", isCompliant: true } })).toEqual(["low", "low"]);
  expect(severities({})).toEqual(["medium", "high"]);
});

test("a token used in the background has a country, one that the provider's services use has none", () => {
  const background = (more: object) =>
    seenRow("AADNonInteractiveUserSignInLogs", day(20), { ...signIn(day(20), "NG").row.fields, ...more });
  expect(findingsOf(forUser, [...fromGermany(20), background({})])).toHaveLength(1);
  expect(findingsOf(forUser, [...fromGermany(20), background({ AutonomousSystemNumber: "8075" })])).toEqual([]);
});
