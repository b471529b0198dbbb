import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { massDelete } from "./mass-delete.ts";

const detector = massDelete(BEHAVIOR_DEFAULTS.massDelete);
const START = Date.parse("2026-03-10T09:00Z");

const files = (count: number, everyMs: number) =>
  times(count, (number) =>
    seenRow("OfficeActivity", START + number * everyMs, {
      UserId: "ana@ours.test",
      Operation: "FileRecycled",
      OfficeObjectId: `https://ours.test/f${number}.docx`,
    }),
  );
const cloud = (minute: number, resource: string, action = "Microsoft.KeyVault/vaults/delete", status = "Success") =>
  seenRow("AzureActivity", START + minute * MINUTE_MS, {
    Caller: "ana@ours.test",
    OperationNameValue: action.toUpperCase(),
    ActivityStatusValue: status,
    ResourceId: `/subscriptions/s/providers/${resource}`,
  });

test("fifty files within ten minutes are reported", () => {
  const [finding, ...more] = findingsOf(detector, files(55, 10_000));
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Deleted 55 files within 10 min, among them f0.docx, f1.docx, f2.docx; 50 or more is reported.",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.rows).toHaveLength(50);
});

test("three cloud resources within half an hour are reported", () => {
  const [finding, ...more] = findingsOf(detector, [cloud(0, "a"), cloud(14, "b"), cloud(29, "c")]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Deleted 3 cloud resources within 30 min, among them a, b, c; 3 or more is reported.",
  );
});

test("one resource whose lock was removed just before is reported", () => {
  const unlock = cloud(0, "lock1", "Microsoft.Authorization/locks/delete");
  const [finding, ...more] = findingsOf(detector, [unlock, cloud(12, "vault1")]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Deleted vault1 12 min after removing the protection lock1; within 30 min of it is reported.",
  );
  expect(findingsOf(detector, [unlock, cloud(31, "vault1")])).toEqual([]);
  expect(findingsOf(detector, [cloud(-1, "vault1"), unlock])).toEqual([]);
});

test("fewer, slower, failed or trivial deletions are not reported", () => {
  expect(findingsOf(detector, files(49, 1_000))).toEqual([]);
  expect(findingsOf(detector, files(60, 13_000))).toEqual([]);
  expect(findingsOf(detector, [cloud(0, "a"), cloud(1, "b")])).toEqual([]);
  expect(findingsOf(detector, [cloud(0, "a"), cloud(16, "b"), cloud(32, "c")])).toEqual([]);
  expect(
    findingsOf(
      detector,
      times(9, (number) => cloud(number, `r${number}`, undefined, "Failure")),
    ),
  ).toEqual([]);
  const deployments = times(9, (n) => cloud(n, `d${n}`, "Microsoft.Resources/deployments/delete"));
  expect(findingsOf(detector, deployments)).toEqual([]);
});

test("the started and succeeded rows of one deletion count once", () => {
  const rows = ["a", "b"].flatMap((name) => [cloud(0, name, undefined, "Start"), cloud(1, name), cloud(12, name)]);
  expect(findingsOf(detector, rows)).toEqual([]);
});

test("own files moved to the recycle bin are of low severity, those of others or purged ones are not", () => {
  const severity = (operation: string, library: string) =>
    findingsOf(
      detector,
      times(60, (number) =>
        seenRow("OfficeActivity", START + number * 1_000, {
          UserId: "Ana.B@ours.test",
          Operation: operation,
          OfficeObjectId: `https://ours-my.sharepoint.test/personal/${library}/Documents/f${number}.docx`,
        }),
      ),
    )[0]?.severity;
  expect(severity("FileRecycled", "ana_b_ours_test")).toBe("low");
  expect(severity("FileDeleted", "ana_b_ours_test")).toBe("low");
  expect(severity("FileRecycled", "ana.b")).toBe("low");
  expect(severity("FileRecycled", "ana")).toBe("high");
  expect(severity("FileRecycled", "ben_ours_test")).toBe("high");
  expect(severity("FileDeletedSecondStageRecycleBin", "ana_b_ours_test")).toBe("high");
});

test("files deleted on a file server count; temporary files and accesses that only may delete do not", () => {
  const deleted = (name: (index: number) => string, more: object = {}) =>
    times(51, (index) =>
      seenRow("SecurityEvent", Date.parse("2026-03-10T01:24Z") + index * 500, {
        EventID: 4663,
        SubjectUserName: "ana",
        SubjectDomainName: "OURS",
        ObjectType: "File",
        ObjectName: name(index),
        AccessMask: "0x10000",
        ...more,
      }),
    );
  const program = (index: number) => `E:\\Shares\\Programs\\line-${index}.nc`;
  expect(findingsOf(detector, deleted(program))).toMatchObject([{ severity: "high" }]);
  expect(findingsOf(detector, deleted(program, { AccessMask: "0x1" }))).toEqual([]);
  expect(
    findingsOf(
      detector,
      deleted((index) => `C:\\Windows\\Temp\\${index}.nc`),
    ),
  ).toEqual([]);
  const share = { EventID: 5145, ShareName: "\\\\*\\Programs", RelativeTargetName: "a.nc", AccessMask: "0x130197" };
  expect(findingsOf(detector, deleted(program, share))).toEqual([]);
});
