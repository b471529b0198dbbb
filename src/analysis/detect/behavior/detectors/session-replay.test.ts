import { expect, test } from "vitest";
import { findingsOf, seenRow } from "../../../../../test/support/run-detectors.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { sessionReplay } from "./session-replay.ts";

const detector = sessionReplay(BEHAVIOR_DEFAULTS.sessionReplay);
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0";

const use = (
  when: string,
  ip: string,
  country: string,
  agent = WINDOWS,
  session = "s-1",
  table = "SigninLogs" as const,
) =>
  seenRow(table, when, {
    UserPrincipalName: "ana@ours.test",
    ResultType: "0",
    SessionId: session,
    IPAddress: ip,
    LocationDetails: { countryOrRegion: country },
    UserAgent: agent,
  });

const home = use("2026-03-10T09:00Z", "198.51.100.1", "DE");

test("one session in two countries within an hour is reported", () => {
  const [finding, ...more] = findingsOf(detector, [home, use("2026-03-10T09:12Z", "203.0.113.9", "NG")]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: The same session was used from 203.0.113.9 (NG, Windows) 12 min after 198.51.100.1 (DE, Windows); " +
      "within 60 min the token may have been copied.",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.actor?.upn).toBe("ana@ours.test");
});

test("one session on two operating systems is reported, also from an office row", () => {
  const office = seenRow("OfficeActivity", "2026-03-10T09:30Z", {
    UserId: "ana@ours.test",
    Operation: "MailItemsAccessed",
    ClientIP: "203.0.113.9",
    UserAgent: LINUX,
    AppAccessContext: { AADSessionId: "s-1" },
  });
  expect(findingsOf(detector, [home, office])[0]?.summary).toContain("203.0.113.9 (Linux) 30 min after 198.51.100.1");
});

test("a move within the country, another session, or more than an hour is not reported", () => {
  expect(findingsOf(detector, [home, use("2026-03-10T09:12Z", "198.51.100.200", "DE")])).toEqual([]);
  expect(findingsOf(detector, [home, use("2026-03-10T09:12Z", "203.0.113.9", "NG", WINDOWS, "s-2")])).toEqual([]);
  expect(findingsOf(detector, [home, use("2026-03-10T10:01Z", "203.0.113.9", "NG")])).toEqual([]);
  expect(findingsOf(detector, [home, use("2026-03-10T09:12Z", "198.51.100.1", "NG")])).toEqual([]);
});

test("rows without a session are not compared", () => {
  const blank = "00000000-0000-0000-0000-000000000000";
  const rows = [
    use("2026-03-10T09:00Z", "198.51.100.1", "DE", WINDOWS, blank),
    use("2026-03-10T09:12Z", "203.0.113.9", "NG", WINDOWS, blank),
  ];
  expect(findingsOf(detector, rows)).toEqual([]);
});

test("connecting to the organization's own network is not reported", () => {
  const { row } = use("2026-03-10T09:12Z", "203.0.113.9", "NG");
  const own = seenRow("SigninLogs", row.at, { ...row.fields, IsThroughGlobalSecureAccess: true });
  expect(findingsOf(detector, [home, own])).toEqual([]);
});

test("a device of the organization that changes its address uses a VPN, unless its operating system changes too", () => {
  const { row } = use("2026-03-10T09:12Z", "203.0.113.9", "NG");
  const severityWith = (more: object) =>
    findingsOf(detector, [home, seenRow("SigninLogs", row.at, { ...row.fields, ...more })])[0]?.severity;
  const managed = { DeviceDetail: { deviceId: "d-1", isManaged: true } };
  expect(severityWith(managed)).toBe("low");
  expect(severityWith({ ...managed, UserAgent: LINUX })).toBe("high");
});

test("a phone whose carrier has its exit in another country is silent, another device or system in the session is not", () => {
  const phone = (when: string, ip: string, country: string, device: string, agent = "iPhone; iOS 18") =>
    seenRow("AADNonInteractiveUserSignInLogs", when, {
      UserPrincipalName: "ana@ours.test",
      ResultType: "0",
      SessionId: "s-1",
      IPAddress: ip,
      LocationDetails: { countryOrRegion: country },
      UserAgent: agent,
      DeviceDetail: { deviceId: device },
    });
  const wifi = phone("2026-03-10T09:00Z", "198.51.100.1", "DE", "p-1");
  const carrier = phone("2026-03-10T09:12Z", "203.0.113.9", "NL", "p-1");
  expect(findingsOf(detector, [wifi, carrier])).toEqual([]);
  const stolen = phone("2026-03-10T09:20Z", "192.0.2.66", "NG", "", WINDOWS);
  expect(findingsOf(detector, [wifi, carrier, stolen])).toMatchObject([{ severity: "high" }]);
  expect(findingsOf(detector, [wifi, phone("2026-03-10T09:12Z", "203.0.113.9", "NL", "")])).toHaveLength(1);
});
