import { expect, it } from "vitest";
import type { ChangeItem } from "./drift-change.ts";
import { DRIFT_WINDOWS, type DriftWindow } from "./drift-windows.ts";
import { noveltySummary, volumeSummary } from "./summaries.ts";

const WEEK = DRIFT_WINDOWS.find(({ period }) => period === "7d") as DriftWindow;

const item = (label: string): ChangeItem => ({
  key: label,
  label,
  status: "new",
  before: 0,
  after: 0.1,
  contribution: 1,
  tier: null,
  isPrivileged: false,
  rows: [],
  object: null,
});

it("a summary names the kind of a resource in words, and is free of control characters", () => {
  expect(noveltySummary("resource_set", WEEK, 0.2, [item("site:Finance"), item("resource_group:rg\u202e1\n")])).toBe(
    "20 % of the activity in the last 7 days is on 2 resources never seen before: site Finance, resource group rg 1.",
  );
  expect(noveltySummary("location_set", WEEK, 0.2, [item("NO")])).toBe(
    "20 % of the activity in the last 7 days is from 1 location never seen before: NO.",
  );
});

it("a fall of the volume is stated as clearly as a rise", () => {
  expect(volumeSummary(WEEK, 4, 12)).toBe(
    "12 events per active day in the last 7 days, 3 times as many as in the 28 days before (4).",
  );
  expect(volumeSummary(WEEK, 12, 4)).toBe(
    "4 events per active day in the last 7 days, 3 times fewer than in the 28 days before (12).",
  );
});
