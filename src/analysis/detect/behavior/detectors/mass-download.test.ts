import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { massDownload } from "./mass-download.ts";

const detector = massDownload(BEHAVIOR_DEFAULTS.massDownload);
const START = Date.parse("2026-03-10T09:00Z");

const download = (when: number, file: string, operation = "FileDownloaded") =>
  seenRow("OfficeActivity", when, {
    UserId: "ana@ours.test",
    Operation: operation,
    OfficeObjectId: `https://ours.test/sites/plans/${file}`,
  });
const downloads = (count: number, everyMs: number, operation?: string) =>
  times(count, (number) => download(START + number * everyMs, `plan${number}.docx`, operation));

test("twenty-five files within three minutes are reported with the peak of any three minutes", () => {
  const [finding, ...more] = findingsOf(detector, downloads(40, 5_000));
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Downloaded 37 different files within 3 min, among them plan0.docx, plan1.docx, plan2.docx; " +
      "25 or more is unusual for a person.",
  );
  expect(finding?.severity).toBe("medium");
  expect(finding?.at).toBe(START + 24 * 5_000);
  expect(finding?.rows).toHaveLength(40);
});

test("a hundred files are more severe", () => {
  expect(findingsOf(detector, downloads(100, 1_000))[0]?.severity).toBe("high");
});

test("twenty-four files, a slower pace, one file repeatedly, or mere views are not reported", () => {
  expect(findingsOf(detector, downloads(24, 1_000))).toEqual([]);
  expect(findingsOf(detector, downloads(60, 8_000))).toEqual([]);
  expect(
    findingsOf(
      detector,
      times(60, (number) => download(START + number * 1_000, "same.docx")),
    ),
  ).toEqual([]);
  expect(findingsOf(detector, downloads(60, 1_000, "FileAccessed"))).toEqual([]);
});

test("the same download logged in two tables counts once", () => {
  const both = downloads(20, 1_000).flatMap((seen) => [
    seen,
    seenRow("CloudAppEvents", seen.row.at, {
      AccountId: "ana@ours.test",
      ActionType: "FileDownloaded",
      RawEventData: {
        UserId: "ana@ours.test",
        ObjectId: seen.row.fields["OfficeObjectId"],
        Operation: "FileDownloaded",
      },
    }),
  ]);
  expect(both).toHaveLength(40);
  expect(findingsOf(detector, both)).toEqual([]);
});

test("a synchronization client is not a mass download, except on an unmanaged device, with low severity", () => {
  const sync = (operation: string, more: object) =>
    downloads(200, 500, operation).map(({ row }) => seenRow("OfficeActivity", row.at, { ...row.fields, ...more }));
  const agent = { UserAgent: "Microsoft SkyDriveSync 24.010.0114.0003 ship; Windows NT 10.0 (22631)" };
  expect(findingsOf(detector, sync("FileSyncDownloadedFull", agent))).toEqual([]);
  expect(findingsOf(detector, sync("FileDownloaded", { ...agent, IsManagedDevice: true }))).toEqual([]);
  for (const rows of [
    sync("FileSyncDownloadedFull", { ...agent, IsManagedDevice: false }),
    sync("FileDownloaded", agent),
  ]) {
    const [finding, ...more] = findingsOf(detector, rows);
    expect(more).toEqual([]);
    expect(finding?.severity).toBe("low");
    expect(finding?.summary).toContain("Synchronized 200 different files within 3 min");
  }
});
