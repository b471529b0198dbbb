import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { firstDomainGrant } from "./first-domain-grant.ts";

const detector = firstDomainGrant(BEHAVIOR_DEFAULTS.firstDomainGrant);
const NOW = Date.parse("2026-03-30T09:30Z");

const logOns = times(14, (day) =>
  seenRow("SecurityEvent", NOW - (14 - day) * DAY_MS, {
    EventID: 4624,
    Computer: "WS1",
    LogonType: 2,
    TargetUserName: "ana",
    TargetDomainName: "OURS",
  }),
);
const change = (when: number, event: number, group: string, sid = "S-1-5-21-1-2-3-2201") =>
  seenRow("SecurityEvent", when, {
    EventID: event,
    Computer: "DC01",
    SubjectUserName: "ana",
    SubjectDomainName: "OURS",
    MemberName: "CN=Kim",
    TargetUserName: group,
    TargetSid: sid,
  });

test("a domain administrator made by an account that never administered is critical", () => {
  const [finding, ...more] = findingsOf(detector, [...logOns, change(NOW, 4728, "Domain Admins")]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "critical" });
  expect(finding?.summary).toBe(
    "ours\\ana: Added CN=Kim to Domain Admins, although this account changed no account or group in the 14 days on record. " +
      "Check how the account signed in, and remove the member.",
  );
});

test("localized groups, other acts on the same day, the order of arrival and a second delivery change nothing", () => {
  const local = change(NOW, 4756, "Organisations-Admins", "S-1-5-21-1-2-3-519");
  const before = change(NOW - HOUR_MS, 4728, "Staff");
  const rows = [...logOns, before, local];
  expect(findingsOf(detector, rows)).toHaveLength(1);
  expect(findingsOf(detector, [...rows, ...rows].reverse())).toEqual(findingsOf(detector, rows));
});

test("an account that administers, other groups, and an account without a history are silent", () => {
  const help = change(NOW - 5 * DAY_MS, 4728, "Staff");
  expect(findingsOf(detector, [...logOns, help, change(NOW, 4728, "Domain Admins")])).toEqual([]);
  expect(findingsOf(detector, [...logOns, change(NOW, 4728, "Staff")])).toEqual([]);
  expect(findingsOf(detector, [change(NOW, 4728, "Domain Admins")])).toEqual([]);
});
