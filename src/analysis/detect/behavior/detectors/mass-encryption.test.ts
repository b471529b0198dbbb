import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { massEncryption } from "./mass-encryption.ts";

const detector = massEncryption(BEHAVIOR_DEFAULTS.massEncryption);
const START = Date.parse("2026-03-10T09:00Z");
const at = (index: number, day = 0) => START + day * DAY_MS + index * 5_000;

const renamed = (index: number, ending = "qq1", day = 0) =>
  seenRow("OfficeActivity", at(index, day), {
    UserId: "ana@ours.test",
    Operation: "FileRenamed",
    SourceFileName: `plan ${index}.xlsx`,
    DestinationFileName: `plan ${index}.xlsx.${ending}`,
  });
const onShare = (index: number, name: string, mask = "0x2") =>
  seenRow("SecurityEvent", at(index), {
    EventID: 5145,
    Computer: "FS01",
    EventData:
      `<EventData><Data Name="SubjectUserName">ana</Data><Data Name="SubjectDomainName">OURS</Data>` +
      `<Data Name="RelativeTargetName">dep\\${name}</Data><Data Name="AccessMask">${mask}</Data></EventData>`,
  });

test("many renames of documents to one unknown ending by one account are severe", () => {
  const [finding, ...more] = findingsOf(
    detector,
    times(40, (index) => renamed(index)),
  );
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", count: 40, detector: { threatType: "sabotage" } });
  expect(finding?.summary).toContain('40 documents got the ending "qq1" within 10 min, among them plan 0.xlsx.qq1');
});

test("writes on a share and on a disk count like renames, in any order", () => {
  const writes = times(30, (index) => onShare(index, `a${index}.docx.k7z`));
  expect(findingsOf(detector, writes)).toHaveLength(1);
  expect(findingsOf(detector, [...writes].reverse())).toEqual(findingsOf(detector, writes));
  const onDisk = times(30, (index) =>
    seenRow("SecurityEvent", at(index), {
      EventID: 4663,
      SubjectUserName: "ana",
      ObjectName: `D:\\data\\a${index}.pdf.k7z`,
      AccessList: "%%4417",
    }),
  );
  expect(findingsOf(detector, onDisk)).toHaveLength(1);
  const read = times(30, (index) => onShare(index, `a${index}.docx.k7z`, "0x1"));
  expect(findingsOf(detector, read)).toEqual([]);
});

test("the same renames reported by two tables count once", () => {
  const twin = (index: number) =>
    seenRow("CloudAppEvents", at(index), {
      ActionType: "FileRenamed",
      AccountId: "ana@ours.test",
      RawEventData: {
        Operation: "FileRenamed",
        UserId: "ana@ours.test",
        SourceFileName: `plan ${index}.xlsx`,
        DestinationFileName: `plan ${index}.xlsx.qq1`,
      },
    });
  expect(findingsOf(detector, times(20, (index) => [renamed(index), twin(index)]).flat())).toEqual([]);
});

test("an ending that replaces the old one, one for each file, or a slow pace does not hide it", () => {
  const replaced = (index: number) =>
    seenRow("OfficeActivity", at(index), {
      UserId: "ana@ours.test",
      Operation: "FileRenamed",
      SourceFileName: `plan ${index}.xlsx`,
      DestinationFileName: `plan ${index}.qq1`,
    });
  expect(findingsOf(detector, times(30, replaced))).toHaveLength(1);
  expect(
    findingsOf(
      detector,
      times(60, (index) => renamed(index, `x${index}q`)),
    ),
  ).toHaveLength(1);
  const slow = times(100, (index) => renamed(index * 12 * 12));
  expect(findingsOf(detector, slow)).toHaveLength(1);
});

test("conversions, archives, signatures, temporary copies and parts are silent", () => {
  for (const ending of ["pdf", "zip", "bak", "p7m", "pfile", "tmp", "001", "v2"]) {
    expect(
      findingsOf(
        detector,
        times(60, (index) => renamed(index, ending)),
      ),
    ).toEqual([]);
  }
  const unknownAll = times(60, (index) => onShare(index, `scan${index}.k7z`));
  expect(findingsOf(detector, unknownAll)).toEqual([]);
  const named = times(60, (index) => onShare(index, `minutes ${index}. final draft.docx`));
  expect(findingsOf(detector, named)).toEqual([]);
});

test("an account that writes such files on two earlier days is silent, another ending is not", () => {
  const nightly = (day: number) => times(40, (index) => renamed(index, "vlt", day));
  const found = findingsOf(detector, [0, 1, 2, 3, 4].flatMap(nightly));
  expect(found).toHaveLength(2);
  const attack = times(40, (index) => renamed(index, "qq1", 5));
  expect(findingsOf(detector, [...[0, 1, 2, 3, 4].flatMap(nightly), ...attack])).toHaveLength(3);
});

test("a few files are silent", () => {
  expect(
    findingsOf(
      detector,
      times(20, (index) => renamed(index)),
    ),
  ).toEqual([]);
});
