import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import type { Fields } from "../../../../model/fields.ts";
import { DAY_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { repeatedUpload } from "./repeated-upload.ts";

const detector = repeatedUpload(BEHAVIOR_DEFAULTS.repeatedUpload);
const START = Date.parse("2026-03-02T17:30Z");

const upload = (day: number, user = "ana@ours.test", more: Fields = {}) =>
  seenRow("CommonSecurityLog", START + day * DAY_MS, {
    SourceUserName: user,
    SourceIP: "10.1.2.3",
    DestinationIP: "203.0.113.9",
    DestinationHostName: "content.dropboxapi.com",
    SentBytes: 4_000_000,
    DeviceAction: "Allowed",
    ...more,
  });

test("a few files on each of five days are reported once, with the number of days", () => {
  const [finding, ...more] = findingsOf(
    detector,
    times(7, (day) => upload(day)),
  );
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("medium");
  expect(finding?.rows).toHaveLength(5);
  expect(finding?.summary).toBe(
    "ana@ours.test: Uploaded files to dropboxapi.com on 5 days within 14 days; 1 person of the organization did so at all.",
  );
});

test("they are reported again after as many days, and several uploads of a day are one", () => {
  const twice = times(10, (day) => [upload(day), upload(day + MINUTE_MS / DAY_MS)]).flat();
  expect(findingsOf(detector, twice)).toHaveLength(2);
});

test("fewer days, a service that several people use, small requests, blocked ones and other hosts are silent", () => {
  expect(
    findingsOf(
      detector,
      times(4, (day) => upload(day)),
    ),
  ).toEqual([]);
  const colleagues = ["ben", "cleo", "dan", "eve"].map((name) => upload(1, `${name}@ours.test`));
  expect(findingsOf(detector, [...colleagues, ...times(7, (day) => upload(day))])).toEqual([]);
  expect(
    findingsOf(
      detector,
      times(7, (day) => upload(day, undefined, { SentBytes: 2_000 })),
    ),
  ).toEqual([]);
  expect(
    findingsOf(
      detector,
      times(7, (day) => upload(day, undefined, { DeviceAction: "Blocked" })),
    ),
  ).toEqual([]);
  const other = { DestinationHostName: "ours.sharepoint.com" };
  expect(
    findingsOf(
      detector,
      times(7, (day) => upload(day, undefined, other)),
    ),
  ).toEqual([]);
});
