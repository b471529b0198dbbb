import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import type { Fields } from "../../../../model/fields.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { supersededAmong, supersessionOf } from "../../supersede.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { rareCountry } from "./rare-country.ts";
import { sharedExit } from "./shared-exit.ts";

const detector = sharedExit(BEHAVIOR_DEFAULTS.sharedExit);
const ROLL_OUT = Date.parse("2026-03-25T08:00Z");

const signIn = (when: number, user: number, country: string, ip: string, more: Fields = {}) =>
  seenRow("SigninLogs", when, {
    UserPrincipalName: `person${user}@ours.test`,
    ResultType: "0",
    IPAddress: ip,
    LocationDetails: { countryOrRegion: country },
    ...more,
  });
const laptop = (user: number): Fields => ({ DeviceDetail: { deviceId: `laptop-${user}`, isManaged: true } });
const arrivals = (people: number, moreOf: (user: number) => Fields = laptop, ip = "203.0.113.9") =>
  times(people, (user) => signIn(ROLL_OUT + user * MINUTE_MS, user, "DE", ip, moreOf(user)));
/** Three weeks of work in the Netherlands. */
const history = (people: number) =>
  times(people, (user) =>
    times(21, (day) => signIn(ROLL_OUT - (21 - day) * DAY_MS, user, "NL", `198.51.100.${user}`, laptop(user))),
  ).flat();

test("many people with their devices from one network in a new country are one finding with their rows", () => {
  const [finding, ...more] = findingsOf(detector, [...history(12), ...arrivals(12)]);
  expect(more).toEqual([]);
  expect(finding?.actor).toBeNull();
  expect(finding?.rows.length).toBeGreaterThan(10);
  expect(finding?.detector.precision).toBe(0.02);
  expect(finding?.summary).toMatch(/^\d+ people signed in from 203\.0\.113\.0\/24 \(DE\) within 48 h/);
});

test("it replaces what is found about each of them, except about those without a device", () => {
  const forUser = rareCountry(BEHAVIOR_DEFAULTS.rareCountry);
  const rows = [...history(12), ...arrivals(12, (user) => (user === 3 ? {} : laptop(user)))];
  const findings = [...findingsOf(detector, rows), ...findingsOf(forUser, rows)].map((finding, index) => ({
    eventId: String(index),
    detector: finding.detector.slug,
    severity: finding.severity,
    evidence: finding.rows,
    summary: finding.summary,
  }));
  const superseded = supersededAmong(findings, supersessionOf([detector.facts, forUser.facts]));
  const left = findings.filter(({ eventId, detector: slug }) => slug === "rare_country" && !superseded.has(eventId));
  expect(left.map(({ summary }) => summary.split(":")[0])).toContain("person3@ours.test");
  expect(superseded.size).toBeGreaterThan(8);
});

test("victims of one address, who have no device there whatever their factors, are never taken for an exit", () => {
  const single = { AuthenticationRequirement: "singleFactorAuthentication" };
  const second = { AuthenticationRequirement: "multiFactorAuthentication" };
  expect(findingsOf(detector, [...history(30), ...arrivals(30, () => single)])).toEqual([]);
  expect(findingsOf(detector, [...history(30), ...arrivals(30, () => second)])).toEqual([]);
  expect(
    findingsOf(detector, [...history(12), ...arrivals(12, (user) => (user % 3 === 0 ? second : laptop(user)))]),
  ).toEqual([]);
});

test("few people, people in a country where many work, and people from many networks are silent", () => {
  expect(findingsOf(detector, [...history(12), ...arrivals(4)])).toEqual([]);
  const office = times(12, (user) => signIn(ROLL_OUT - 5 * DAY_MS, user, "DE", "203.0.113.9", laptop(user)));
  expect(findingsOf(detector, [...history(12), ...office, ...arrivals(12)]).filter(({ at }) => at >= ROLL_OUT)).toEqual(
    [],
  );
  const spread = times(12, (user) => signIn(ROLL_OUT + user * HOUR_MS, user, "DE", `203.0.${user}.9`, laptop(user)));
  expect(findingsOf(detector, [...history(12), ...spread])).toEqual([]);
});
