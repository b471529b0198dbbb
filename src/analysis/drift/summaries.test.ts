import { expect, it } from "vitest";
import type { ChangeItem } from "./drift-change.ts";
import { firstUseSummary, noveltySummary, toSummary, volumeSummary } from "./summaries.ts";

const WEEK = { current: 7, reference: 28, before: 110 };

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
    "20 % of the activity in the last 7 days is on 2 resources not seen in the 110 days before: site Finance, resource group rg 1.",
  );
  expect(noveltySummary("location_set", WEEK, 0.2, [item("NO")])).toBe(
    "20 % of the activity in the last 7 days is from 1 location not seen in the 110 days before: NO.",
  );
});

it("a fall of the volume is stated as clearly as a rise", () => {
  expect(volumeSummary(WEEK, 4, 12)).toBe(
    "12 events per active day in the last 7 days, 3 times as many as in the 28 days before (4).",
  );
  expect(volumeSummary(WEEK, 12, 4)).toBe(
    "4 events per active day in the last 7 days, 67 % fewer than in the 28 days before (12).",
  );
});

it("a first use that is a change by itself is stated with the days that it was not seen", () => {
  expect(firstUseSummary("operation_mix", WEEK, [item("admin:Add member to role")])).toBe(
    "In the last 7 days 1 privileged operation was used for the first time in 117 days: admin Add member to role.",
  );
});

it("a summary that ends with a name with a period has one period", () => {
  expect(noveltySummary("application_set", WEEK, 0.2, [item("Acme Inc.")])).toMatch(/: Acme Inc\.$/);
  expect(toSummary("1 owner was removed: Acme Inc.. The identity has no owner left.")).toBe(
    "1 owner was removed: Acme Inc. The identity has no owner left.",
  );
});
