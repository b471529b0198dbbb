import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { impossibleTravel } from "./impossible-travel.ts";

const detector = impossibleTravel(BEHAVIOR_DEFAULTS.impossibleTravel);

const BERLIN = { city: "Berlin", countryOrRegion: "DE", geoCoordinates: { latitude: 52.52, longitude: 13.41 } };
const LAGOS = { city: "Lagos", countryOrRegion: "NG", geoCoordinates: { latitude: 6.52, longitude: 3.38 } };
const HAMBURG = { city: "Hamburg", countryOrRegion: "DE", geoCoordinates: { latitude: 53.55, longitude: 9.99 } };

const signIn = (when: string | number, place: object, more: object = {}) =>
  seenRow("SigninLogs", when, {
    UserPrincipalName: "ana@ours.test",
    ResultType: "0",
    LocationDetails: place,
    IPAddress: "198.51.100.7",
    ...more,
  });

test("two successes too far apart for the time between them are reported with distance and speed", () => {
  const [from, to] = [signIn("2026-03-10T09:00Z", BERLIN), signIn("2026-03-10T09:41Z", LAGOS)];
  const [finding, ...more] = findingsOf(detector, [from, to]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Signed in from Lagos, NG 41 min after Berlin, DE: 5,196 km apart, 7,604 km/h; at most 800 km/h is plausible.",
  );
  expect(finding?.severity).toBe("medium");
  expect(finding?.at).toBe(to.row.at);
  expect(finding?.actor?.upn).toBe("ana@ours.test");
  expect(finding?.rows.map(({ rowId }) => rowId)).toEqual([to.row.rowId, from.row.rowId]);
});

test("a flight is plausible", () => {
  expect(findingsOf(detector, [signIn("2026-03-10T09:00Z", BERLIN), signIn("2026-03-10T15:40Z", LAGOS)])).toEqual([]);
});

test("a nearby city is within the error of geolocation", () => {
  expect(findingsOf(detector, [signIn("2026-03-10T09:00Z", BERLIN), signIn("2026-03-10T09:01Z", HAMBURG)])).toEqual([]);
});

test("a failed sign-in is not travel", () => {
  const failed = signIn("2026-03-10T09:41Z", LAGOS, { ResultType: "50126" });
  expect(findingsOf(detector, [signIn("2026-03-10T09:00Z", BERLIN), failed])).toEqual([]);
});

test("the same device, or the organization's own network, does not travel", () => {
  const device = { DeviceDetail: { deviceId: "d-1" } };
  const rows = [signIn("2026-03-10T09:00Z", BERLIN, device), signIn("2026-03-10T09:41Z", LAGOS, device)];
  expect(findingsOf(detector, rows)).toEqual([]);
  const trusted = { NetworkLocationDetails: '[{"networkType":"trustedNamedLocation","networkNames":["hq"]}]' };
  const office = [signIn("2026-03-10T09:00Z", BERLIN), signIn("2026-03-10T09:41Z", LAGOS, trusted)];
  expect(findingsOf(detector, office)).toEqual([]);
});

test("a jump made on three earlier days is a habit", () => {
  const start = Date.parse("2026-03-02T09:00Z");
  const days = (count: number) =>
    times(count, (day) => [
      signIn(start + day * DAY_MS, BERLIN),
      signIn(start + day * DAY_MS + 1_200_000, LAGOS),
    ]).flat();
  expect(findingsOf(detector, days(3))).toHaveLength(3);
  expect(findingsOf(detector, days(6))).toHaveLength(3);
});

test("a jump between two usual places is no news: the same device was there before, as a phone at the exit of its network", () => {
  const start = Date.parse("2026-03-02T09:00Z");
  const device = (deviceId: string) => ({ DeviceDetail: { deviceId } });
  const work = (day: number, hour = 0) => signIn(start + day * DAY_MS + hour * HOUR_MS, BERLIN, device("laptop"));
  const phone = (day: number) => signIn(start + day * DAY_MS + 1_200_000, LAGOS, device("phone"));
  expect(findingsOf(detector, [work(0), phone(0)])).toHaveLength(1);
  expect(findingsOf(detector, [work(0), phone(0), work(4), phone(4), work(4, 1)])).toHaveLength(1);
  const other = signIn(start + 4 * DAY_MS + 1_200_000, LAGOS, device("unknown"));
  expect(findingsOf(detector, [work(0), phone(0), work(4), other])).toHaveLength(2);
  const bare = signIn(start + 4 * DAY_MS + 1_200_000, LAGOS);
  expect(findingsOf(detector, [work(0), phone(0), work(4), bare])).toHaveLength(2);
});

test("a sign-in by an intruder is reported also if the user signs in at a usual place afterwards", () => {
  const start = Date.parse("2026-03-02T09:00Z");
  const device = { DeviceDetail: { deviceId: "laptop" } };
  const rows = [
    signIn(start, BERLIN, device),
    signIn(start + 2 * DAY_MS, LAGOS),
    signIn(start + 2 * DAY_MS + 1_200_000, BERLIN, device),
  ];
  expect(findingsOf(detector, rows)).toHaveLength(1);
});

test("text in the name of a city is sanitized", () => {
  const city = { ...LAGOS, city: `La\u202Egos\n${"x".repeat(500)}` };
  const [finding] = findingsOf(detector, [signIn("2026-03-10T09:00Z", BERLIN), signIn("2026-03-10T09:41Z", city)]);
  expect(finding?.summary).toMatch(/^ana@ours\.test: Signed in from La gos x+…, NG 41 min after Berlin/);
});

test("the severity follows from the device and the factors of the second sign-in", () => {
  const severityWith = (more: object, table: "SigninLogs" | "AADNonInteractiveUserSignInLogs" = "SigninLogs") => {
    const { row } = signIn("2026-03-10T09:41Z", LAGOS, more);
    return findingsOf(detector, [signIn("2026-03-10T09:00Z", BERLIN), seenRow(table, row.at, row.fields)])[0]?.severity;
  };
  const single = { AuthenticationRequirement: "singleFactorAuthentication" };
  const second = { AuthenticationRequirement: "multiFactorAuthentication" };
  expect(severityWith(single)).toBe("high");
  expect(severityWith({ UserAgent: "python-requests/2.31" })).toBe("high");
  expect(severityWith({ ...single, DeviceDetail: { deviceId: "d-2" } })).toBe("medium");
  expect(severityWith(second)).toBe("medium");
  const claim = { AuthenticationDetails: [{ authenticationMethod: "Previously satisfied", succeeded: true }] };
  expect(severityWith({ ...second, ...claim })).toBe("high");
  expect(severityWith({ ...single, DeviceDetail: { deviceId: "d-2", isManaged: true } })).toBe("low");
  expect(severityWith({ DeviceDetail: { deviceId: "d-2", trustType: "Hybrid Azure AD joined" } })).toBe("low");
  expect(severityWith({ DeviceDetail: { deviceId: "d-2", trustType: "Azure AD registered" } })).toBe("medium");
  // A token that is used in the background states one factor whatever it was issued for.
  expect(severityWith(single, "AADNonInteractiveUserSignInLogs")).toBe("medium");
});

test("a token used from afar in the background is reported, one that the provider's services use is not", () => {
  const { row } = signIn("2026-03-10T09:41Z", LAGOS);
  const background = (more: object) => [
    signIn("2026-03-10T09:00Z", BERLIN),
    seenRow("AADNonInteractiveUserSignInLogs", row.at, { ...row.fields, ...more }),
  ];
  expect(findingsOf(detector, background({}))).toHaveLength(1);
  expect(findingsOf(detector, background({ AutonomousSystemNumber: 8075 }))).toEqual([]);
});

test("a gateway of a mobile carrier in the same country is of low severity", () => {
  const munich = { city: "Munich", countryOrRegion: "DE", geoCoordinates: { latitude: 48.14, longitude: 11.58 } };
  const rows = [signIn("2026-03-10T09:00Z", BERLIN), signIn("2026-03-10T09:05Z", munich)];
  expect(findingsOf(detector, rows)[0]?.severity).toBe("low");
});

const MADRID = { city: "Madrid", countryOrRegion: "ES", geoCoordinates: { latitude: 40.42, longitude: -3.7 } };
const DUBLIN = { city: "Dublin", countryOrRegion: "IE", geoCoordinates: { latitude: 53.35, longitude: -6.26 } };
const carrier = { AutonomousSystemNumber: "64510", DeviceDetail: { deviceId: "phone" } };

/** Four days at the desk, with a phone whose carrier has its exit in Berlin. */
const weekWithPhone = (phone: object) =>
  times(4, (day) => [
    signIn(Date.parse("2026-03-02T09:00Z") + day * DAY_MS, BERLIN, { AutonomousSystemNumber: "64500" }),
    signIn(Date.parse("2026-03-02T09:30Z") + day * DAY_MS, BERLIN, phone),
  ]).flat();

test("a far exit of a carrier that the phone uses every day is no travel", () => {
  const rows = [...weekWithPhone(carrier), signIn("2026-03-06T09:00Z", BERLIN, { AutonomousSystemNumber: "64500" })];
  expect(findingsOf(detector, [...rows, signIn("2026-03-06T09:05Z", MADRID, carrier)])).toEqual([]);
  const other = { ...carrier, DeviceDetail: { deviceId: "unknown" } };
  expect(findingsOf(detector, [...rows, signIn("2026-03-06T09:05Z", MADRID, other)])).toHaveLength(1);
  const elsewhere = { ...carrier, AutonomousSystemNumber: "64999" };
  expect(findingsOf(detector, [...rows, signIn("2026-03-06T09:05Z", MADRID, elsewhere)])).toHaveLength(1);
});

test("without a device a network must have moved before, or a stolen password at the same provider would be silent", () => {
  const bare = { AutonomousSystemNumber: "64510" };
  const desk = (when: string) => signIn(when, BERLIN, { AutonomousSystemNumber: "64500" });
  const first = [...weekWithPhone(bare), desk("2026-03-06T09:00Z"), signIn("2026-03-06T09:05Z", MADRID, bare)];
  expect(findingsOf(detector, first)).toHaveLength(1);
  const second = [...first, desk("2026-03-07T09:00Z"), signIn("2026-03-07T09:05Z", DUBLIN, bare)];
  expect(findingsOf(detector, second)).toHaveLength(1);
});
