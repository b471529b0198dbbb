import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { largeUpload } from "./large-upload.ts";

const detector = largeUpload(BEHAVIOR_DEFAULTS.largeUpload);
const NIGHT = Date.parse("2026-03-30T02:00Z");
const MEGABYTE = 1_048_576;

const sent = (when: number, megabytes: number, more: object = {}) =>
  seenRow("CommonSecurityLog", when, {
    SourceIP: "10.0.0.5",
    DestinationIP: "203.0.113.9",
    DestinationPort: 443,
    DeviceAction: "allow",
    SentBytes: megabytes * MEGABYTE,
    ...more,
  });
const found = (rows: Parameters<typeof findingsOf>[1]) => findingsOf(detector, rows).filter(({ at }) => at >= NIGHT);

test("a large transfer to an address to which the host sent little is severe and names both", () => {
  const calls = times(20, (day) => sent(NIGHT - (20 - day) * DAY_MS, 0.01));
  const [finding, ...more] = found([...calls, sent(NIGHT, 300)]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", count: 256 });
  expect(finding?.summary).toContain("10.0.0.5 sent at least 256 megabytes to 203.0.113.9 on this day");
});

test("an amount that is split within a day is summed", () => {
  const parts = times(8, (hour) => times(2, () => sent(NIGHT + hour * HOUR_MS, 9))).flat();
  expect(found(parts)).toMatchObject([{ count: 128, at: NIGHT + 6 * HOUR_MS }]);
});

test("a nightly backup, a service of many hosts, a common service and small or blocked transfers are not reported", () => {
  const nightly = times(20, (day) => sent(NIGHT - (20 - day) * DAY_MS, 200));
  expect(found([...nightly, sent(NIGHT, 300)])).toEqual([]);
  const others = ["10.0.0.6", "10.0.0.7"].map((SourceIP) => sent(NIGHT - DAY_MS, 2, { SourceIP }));
  expect(found([...others, sent(NIGHT, 300)])).toEqual([]);
  expect(found([sent(NIGHT, 300, { DestinationHostName: "files.office.com" })])).toEqual([]);
  expect(found([sent(NIGHT, 300, { DeviceAction: "deny" })])).toEqual([]);
  expect(found([sent(NIGHT, 300, { DestinationIP: "10.0.0.9" })])).toEqual([]);
  expect(found([sent(NIGHT, 90)])).toEqual([]);
});
