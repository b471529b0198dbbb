import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { shareSweep } from "./share-sweep.ts";

const detector = shareSweep(BEHAVIOR_DEFAULTS.shareSweep);
const NIGHT = Date.parse("2026-03-30T22:30Z");

const opened = (when: number, file: string, more: object = {}) =>
  seenRow("SecurityEvent", when, {
    EventID: 5145,
    Computer: "fs-1.ours.test",
    SubjectUserName: "ana",
    SubjectDomainName: "OURS",
    ObjectType: "File",
    ShareName: "\\\\*\\Clients$",
    RelativeTargetName: file,
    AccessMask: "0x120089",
    ...more,
  });
/** Fifty files, three seconds apart, in so many folders. */
const sweep = (when: number, folders: number, more: object = {}) =>
  times(50, (index) => opened(when + index * 3_000, `${index % folders}\\file ${index}.docx`, more));
const found = (rows: Parameters<typeof findingsOf>[1]) => findingsOf(detector, rows);

test("fifty files in twenty folders within minutes are severe and name some of them", () => {
  const [finding, ...more] = found(sweep(NIGHT, 20));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high" });
  expect(finding?.summary).toContain("among them file 0.docx");
});

test("accesses to objects count as those to a share", () => {
  const objects = times(50, (index) =>
    opened(NIGHT + index * 3_000, "", { EventID: 4663, ObjectName: `E:\\Clients\\${index % 20}\\${index}.docx` }),
  );
  expect(found(objects)).toHaveLength(1);
});

test("work in a few folders, a slow pace, pipes and an account that does so regularly are not reported", () => {
  expect(found(sweep(NIGHT, 3))).toEqual([]);
  expect(found(times(50, (index) => opened(NIGHT + index * 120_000, `${index}\\a.docx`)))).toEqual([]);
  expect(found(sweep(NIGHT, 20, { ShareName: "\\\\*\\IPC$" }))).toEqual([]);
  const before = sweep(NIGHT - 6 * DAY_MS, 20);
  expect(found([...before, ...sweep(NIGHT, 20)]).filter(({ at }) => at >= NIGHT)).toEqual([]);
});
