import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import type { LogTable } from "../../../../model/rows/log-row.ts";
import { DAY_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { downloadShift } from "./download-shift.ts";

const detector = downloadShift(BEHAVIOR_DEFAULTS.downloadShift);
const START = Date.parse("2026-03-02T09:00Z");

const files = (day: number, count: number, table: LogTable = "OfficeActivity", more: object = {}) =>
  times(count, (index) =>
    seenRow(table, START + day * DAY_MS + index * 7 * MINUTE_MS, {
      ...(table === "OfficeActivity" ? { UserId: "ana@ours.test", Operation: "FileDownloaded" } : {}),
      ...(table === "CloudAppEvents"
        ? { AccountId: "ana@ours.test", ActionType: "FileDownloaded", RawEventData: { UserId: "ana@ours.test" } }
        : {}),
      OfficeObjectId: `https://files/${day}-${index}.docx`,
      ...more,
    }),
  );
const usual = (days: number, count = 2) => times(days, (day) => files(day, count)).flat();
const shift = (from: number, days: number, count = 35) => times(days, (day) => files(from + day, count)).flat();

test("several days with a multiple of the usual downloads are reported once, though each stays below the limit of a day", () => {
  const [finding, ...more] = findingsOf(detector, [...usual(21), ...shift(21, 8)]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "medium", count: 175, at: expect.any(Number) });
  expect(finding?.summary).toContain("175 downloads on 5 days within 9 days; the 17 days before had 2 a day.");
});

test("the order of arrival, days off in between and a second table that logs the same change nothing", () => {
  const rows = [...usual(21), ...shift(21, 3), ...shift(26, 3)];
  const found = findingsOf(detector, rows);
  expect(found).toHaveLength(1);
  expect(findingsOf(detector, [...rows].reverse())).toEqual(found);
  const twice = [
    ...usual(21),
    ...times(4, (day) => [...files(21 + day, 35), ...files(21 + day, 35, "CloudAppEvents")]).flat(2),
  ];
  expect(findingsOf(detector, twice)).toEqual([]);
});

test("a user with such days before, fewer days, a small multiple and a short history are silent", () => {
  const busy = [...usual(21), ...files(3, 40), ...files(9, 40)];
  expect(findingsOf(detector, [...busy, ...shift(21, 8)])).toEqual([]);
  expect(findingsOf(detector, [...usual(21), ...shift(21, 4)])).toEqual([]);
  expect(findingsOf(detector, [...usual(21, 15), ...shift(21, 8)])).toEqual([]);
  expect(findingsOf(detector, [...usual(5), ...shift(5, 8)])).toEqual([]);
  expect(findingsOf(detector, [...usual(21), ...shift(21, 8, 12)])).toEqual([]);
});

test("synchronization does not count", () => {
  const synced = times(8, (day) =>
    files(21 + day, 35, "OfficeActivity", { Operation: "FileSyncDownloadedFull" }),
  ).flat();
  expect(findingsOf(detector, [...usual(21), ...synced])).toEqual([]);
});
