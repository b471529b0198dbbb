import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { labelDowngrade, labelDowngradeExfiltration } from "./label-downgrade.ts";

const START = Date.parse("2026-03-10T09:00Z");
const many = labelDowngrade(BEHAVIOR_DEFAULTS.labelDowngrade);
const leaving = labelDowngradeExfiltration(BEHAVIOR_DEFAULTS.labelDowngradeExfiltration);

const lower = (when: number, item: string, more: object = { LabelEventType: "LabelDowngraded" }) =>
  seenRow("MicrosoftPurviewInformationProtection", when, {
    UserId: "ana@ours.test",
    Operation: "SensitivityLabelUpdated",
    ObjectId: `https://ours.test/docs/${item}`,
    ...more,
  });
const act = (when: number, operation: string, item: string) =>
  seenRow("OfficeActivity", when, {
    UserId: "ana@ours.test",
    Operation: operation,
    OfficeObjectId: `https://ours.test/docs/${item}`,
  });

const attach = (when: number, name: string, to: string) =>
  seenRow("EmailAttachmentInfo", when, {
    SenderFromAddress: "ana@ours.test",
    SenderObjectId: "00000000-0000-4000-8000-00000000000a",
    RecipientEmailAddress: to,
    FileName: name,
  });

test("three items that lose their label within a day are reported", () => {
  const rows = times(3, (number) => lower(START + number * 12 * HOUR_MS, `plan${number}.docx`));
  const [finding, ...more] = findingsOf(many, rows);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Lowered or removed the label of 3 items within 24 h, among them plan0.docx, plan1.docx, plan2.docx; " +
      "3 or more is unusual.",
  );
  expect(finding?.severity).toBe("medium");
});

test("two items, a raised label, or one item repeatedly are not reported", () => {
  expect(
    findingsOf(
      many,
      times(2, (number) => lower(START + number, `plan${number}.docx`)),
    ),
  ).toEqual([]);
  const raised = { LabelEventType: "LabelUpgraded" };
  expect(
    findingsOf(
      many,
      times(9, (number) => lower(START + number, `plan${number}.docx`, raised)),
    ),
  ).toEqual([]);
  expect(
    findingsOf(
      many,
      times(9, (number) => lower(START + number * HOUR_MS, "plan.docx")),
    ),
  ).toEqual([]);
  expect(
    findingsOf(
      many,
      times(3, (number) => lower(START + number * 13 * HOUR_MS, `plan${number}.docx`)),
    ),
  ).toEqual([]);
});

test("an item downloaded within an hour after its label was lowered is reported", () => {
  const removed = lower(START, "Plan.docx", { LabelEventType: "", Operation: "SensitivityLabelRemoved" });
  const [finding, ...more] = findingsOf(leaving, [
    removed,
    act(START + 20 * MINUTE_MS, "AnonymousLinkCreated", "plan.docx"),
  ]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Plan.docx was shared outside 20 min after its label was lowered or removed; within 1 h of that it is reported.",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.detector.threatType).toBe("data_exfiltration");
  expect(finding?.rows.map(({ table }) => table)).toEqual(["OfficeActivity", "MicrosoftPurviewInformationProtection"]);
});

test("an item mailed outside, copied to a device or uploaded after its label was lowered is reported too", () => {
  const lowered = lower(START, "Plan.docx");
  const [finding, ...more] = findingsOf(leaving, [
    lowered,
    attach(START + 20 * MINUTE_MS, "plan.docx", "me@mail.test"),
  ]);
  expect(more).toEqual([]);
  expect(finding?.summary).toContain("Plan.docx was mailed outside 20 min after its label was lowered");
  expect(finding?.actor?.upn).toBe("ana@ours.test");
  for (const operation of ["FileCopiedToRemovableMedia", "FileUploadedToCloud"]) {
    expect(findingsOf(leaving, [lowered, act(START + MINUTE_MS, operation, "plan.docx")])).toHaveLength(1);
  }
});

test("an item mailed within the organization, or mailed outside without a lowered label, is not reported", () => {
  const colleague = attach(START + MINUTE_MS, "plan.docx", "ben@mail.ours.test");
  expect(findingsOf(leaving, [lower(START, "plan.docx"), colleague])).toEqual([]);
  expect(findingsOf(leaving, [attach(START + MINUTE_MS, "plan.docx", "me@mail.test")])).toEqual([]);
});

test("another item, a download before, or one long after is not reported", () => {
  const lowered = lower(START, "plan.docx");
  for (const other of [
    act(START + MINUTE_MS, "FileDownloaded", "other.docx"),
    act(START - MINUTE_MS, "FileDownloaded", "plan.docx"),
    act(START + 61 * MINUTE_MS, "FileDownloaded", "plan.docx"),
    act(START + MINUTE_MS, "FileAccessed", "plan.docx"),
  ]) {
    expect(findingsOf(leaving, [lowered, other])).toEqual([]);
  }
});
