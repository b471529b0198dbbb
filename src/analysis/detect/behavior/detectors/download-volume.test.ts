import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { downloadVolume } from "./download-volume.ts";

const detector = downloadVolume(BEHAVIOR_DEFAULTS.downloadVolume);
const START = Date.parse("2026-01-05T08:00Z");

const onDay = (day: number, count: number, user = "ana@ours.test") =>
  times(count, (number) =>
    seenRow("OfficeActivity", START + day * DAY_MS + number * MINUTE_MS, {
      UserId: user,
      Operation: "FileDownloaded",
      OfficeObjectId: `https://ours.test/${number}`,
    }),
  );
const alsoReported = (day: number, count: number) =>
  times(count, (number) =>
    seenRow("CloudAppEvents", START + day * DAY_MS + number * MINUTE_MS, {
      AccountId: "ana@ours.test",
      ActionType: "FileDownloaded",
      ObjectName: `${number}`,
    }),
  );
const usual = (days: number, count = 10) => times(days, (day) => onDay(day, count + (day % 3))).flat();

test("a day far above the usual ones is reported with the usual number", () => {
  const [finding, ...more] = findingsOf(detector, [...usual(20), ...onDay(20, 150)]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: 150 downloads on this day; the median day in the 19 days on record had 11; 100 or more is " +
      "unusual (6 deviations, at least 100).",
  );
  expect(finding?.severity).toBe("medium");
  // The hour in which the hundredth file was taken.
  expect(finding?.at).toBe(START + 20 * DAY_MS + 60 * MINUTE_MS);
});

test("ninety-nine files are never reported", () => {
  expect(findingsOf(detector, [...usual(20), ...onDay(20, 99)])).toEqual([]);
});

test("a user who always downloads many has a higher limit", () => {
  expect(findingsOf(detector, [...usual(20, 200), ...onDay(20, 206)])).toEqual([]);
  expect(findingsOf(detector, [...usual(20, 200), ...onDay(20, 260)])).toHaveLength(1);
});

test("nothing is unusual with less than fourteen days of history", () => {
  expect(findingsOf(detector, [...usual(13), ...onDay(13, 500)])).toEqual([]);
  expect(findingsOf(detector, [...usual(14), ...onDay(14, 500)])).toHaveLength(1);
});

test("a user who was seen at work for fourteen days without downloads has a history of none", () => {
  const reading = (days: number) =>
    times(days, (day) =>
      seenRow("OfficeActivity", START + day * DAY_MS, {
        UserId: "ana@ours.test",
        Operation: "FileAccessed",
        OfficeObjectId: "https://ours.test/1",
      }),
    );
  const [finding, ...more] = findingsOf(detector, [...reading(16), ...onDay(16, 120)]);
  expect(more).toEqual([]);
  expect(finding?.summary).toContain("the median day in the 15 days on record had 0");
  expect(findingsOf(detector, [...reading(10), ...onDay(10, 120)])).toEqual([]);
});

test("many downloads of a guest are severe", () => {
  const [finding] = findingsOf(detector, onDay(0, 120, "jo_partner.test#EXT#@ours.test"));
  expect(finding?.severity).toBe("high");
  expect(finding?.detector.precision).toBeUndefined();
  const [larger] = findingsOf(detector, onDay(0, 200, "jo_partner.test#EXT#@ours.test"));
  expect(larger?.detector.precision).toBe(0.4);
});

test("downloads logged in two tables count once", () => {
  const rows = [...usual(20), ...onDay(20, 60), ...alsoReported(20, 60)];
  expect(findingsOf(detector, rows)).toEqual([]);
  const [finding] = findingsOf(detector, [...rows, ...alsoReported(20, 120).slice(60)]);
  expect(finding?.summary).toMatch(/^ana@ours\.test: 120 downloads on this day/);
});

test("without a history a thousand files in a day are reported, and synchronization never counts", () => {
  const fast = (count: number) =>
    onDay(0, count).map(({ row }, number) => seenRow("OfficeActivity", START + number * 1_000, row.fields));
  const [finding] = findingsOf(detector, fast(1_000));
  expect(finding?.summary).toBe(
    "ana@ours.test: 1,000 downloads on this day, without a history; 1,000 or more is unusual.",
  );
  expect(findingsOf(detector, fast(999))).toEqual([]);
  const synchronized = onDay(20, 900).map(({ row }) =>
    seenRow("OfficeActivity", row.at, { ...row.fields, Operation: "FileSyncDownloadedFull" }),
  );
  expect(findingsOf(detector, [...usual(20), ...synchronized])).toEqual([]);
});

test("a guest who downloads a hundred files without a history is reported", () => {
  const guest = "Eve_theirs.test#EXT#@ours.test";
  expect(findingsOf(detector, onDay(0, 99, guest))).toEqual([]);
  const [finding] = findingsOf(detector, onDay(0, 250, guest));
  expect(finding?.summary).toBe(
    "eve_theirs.test#ext#@ours.test: 250 downloads on this day by a guest, without a history; 100 or more is unusual.",
  );
  expect(findingsOf(detector, onDay(0, 250))).toEqual([]);
});

test("several times the limit is severe", () => {
  const weightOf = (count: number) => {
    const [finding] = findingsOf(detector, [...usual(20), ...onDay(20, count)]);
    return [finding?.severity, finding?.detector.precision];
  };
  expect(weightOf(299)).toEqual(["medium", undefined]);
  expect(weightOf(300)).toEqual(["high", undefined]);
  expect(weightOf(700)).toEqual(["high", 0.45]);
});
