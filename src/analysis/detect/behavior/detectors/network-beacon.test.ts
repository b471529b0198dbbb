import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { networkBeacon } from "./network-beacon.ts";

const detector = networkBeacon(BEHAVIOR_DEFAULTS.networkBeacon);
const START = Date.parse("2026-03-10T01:00Z");

const contact = (at: number, more: object = {}) =>
  seenRow("CommonSecurityLog", at, {
    SourceIP: "10.1.2.3",
    DestinationIP: "203.0.113.50",
    DestinationPort: 443,
    DeviceAction: "allow",
    SentBytes: 420,
    ReceivedBytes: 900,
    ...more,
  });
/** The same share of the interval earlier or later each time, without a random source. */
const jitter = (index: number, share: number): number => (((index * 7919) % 201) / 100 - 1) * share;
const series = (minutes: number, hours: number, share = 0, more: object = {}) =>
  times(Math.floor((hours * 60) / minutes), (index) =>
    contact(START + Math.round((index + jitter(index, share)) * minutes * MINUTE_MS), more),
  );

test.each([
  ["every minute", series(1, 5, 0.2)],
  ["every five minutes with some variation", series(5, 6, 0.2)],
  ["every ten minutes", series(10, 8, 0.1)],
  ["every half hour", series(30, 12, 0.1)],
  ["every hour", series(60, 20, 0.1)],
])("a host that contacts one address %s is reported", (_, rows) => {
  const [finding, ...more] = findingsOf(detector, rows);
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("high");
  expect(finding?.summary).toMatch(/^10\.1\.2\.3 contacted 203\.0\.113\.50 \d+ times in .*, about every /);
});

test("the name of the destination is part of the summary", () => {
  const [finding] = findingsOf(detector, series(5, 6, 0, { DestinationHostName: "cdn.bad.example" }));
  expect(finding?.summary).toContain("203.0.113.50 (cdn.bad.example)");
});

test("what many hosts contact, what is blocked, large, inside or a common service is not reported", () => {
  const silent = [
    times(4, (host) => series(5, 6, 0, { SourceIP: `10.1.2.${host}` })).flat(),
    series(5, 6, 0, { DeviceAction: "deny" }),
    series(5, 6, 0, { ReceivedBytes: 40_000_000 }),
    series(5, 6, 0, { DestinationIP: "10.9.9.9" }),
    series(5, 6, 0, { SourceIP: "198.51.100.77" }),
    series(5, 6, 0, { DestinationPort: 123 }),
    series(5, 6, 0, { DestinationHostName: "settings.data.microsoft.com" }),
    series(5, 6, 0, { RequestURL: "https://update.googleapis.com/service" }),
  ];
  for (const rows of silent) expect(findingsOf(detector, rows)).toEqual([]);
});

test("a short series and irregular contacts are not reported", () => {
  expect(findingsOf(detector, series(5, 3))).toEqual([]);
  const browsing = times(200, (index) => contact(START + ((index * index * 37) % (8 * 60)) * MINUTE_MS));
  expect(findingsOf(detector, browsing)).toEqual([]);
  const meetings = [0, 1, 2.5, 2.6, 4, 5.5, 5.7, 7, 9, 9.2, 11, 12].map((hour) => contact(START + hour * HOUR_MS));
  expect(findingsOf(detector, meetings)).toEqual([]);
});
