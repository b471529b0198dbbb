import { expect, test } from "vitest";
import { foldHits } from "../../../test/support/run-detectors.ts";
import { affectedPeriods, foldSlot, keepFindings, memoryReach } from "./periods.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type PeriodFinding, type RowHit } from "./stateful-detector.ts";

const DAY = Date.UTC(2026, 2, 10);
const daily = { spanMs: HOUR_MS, periodMs: DAY_MS, foldMs: 0 };

const hit = (rowId: string, at: number, value = "v", count = 1): RowHit => ({
  group: "g",
  value,
  at,
  ref: { table: "SigninLogs", rowId, at },
  actor: null,
  platformEventId: null,
  count,
});

const finding = (key: string, at: number, more: Partial<PeriodFinding> = {}): PeriodFinding => ({
  detector: {
    slug: "test",
    major: 1,
    title: "Test",
    severity: "medium",
    tactics: [],
    techniques: [],
    threatType: "account_compromise",
    signal: "core_iam",
  },
  key,
  at,
  severity: "medium",
  title: "Test",
  summary: "stated",
  actor: null,
  rows: [{ table: "SigninLogs", rowId: `row-${key}`, at }],
  platformEventId: null,
  period: Math.floor(at / DAY_MS) * DAY_MS,
  ...more,
});

test("hits of one value and slot fold into the earliest, in any order", () => {
  const folding = { ...daily, foldMs: DAY_MS };
  const rows = [
    hit("b", DAY + 5),
    hit("a", DAY + 5),
    hit("c", DAY + 9),
    hit("d", DAY + DAY_MS),
    hit("e", DAY + 1, "w"),
  ];
  const expected = [hit("e", DAY + 1, "w"), hit("a", DAY + 5, "v", 3), hit("d", DAY + DAY_MS)];
  expect(foldHits(folding, rows)).toEqual(expected);
  expect(foldHits(folding, [...rows].reverse())).toEqual(expected);
  const halves = [...foldHits(folding, rows.slice(0, 2)), ...foldHits(folding, rows.slice(2))];
  expect(foldHits(folding, halves)).toEqual(expected);
});

test("without folding there is one hit per row and value", () => {
  const rows = [hit("a", DAY), hit("b", DAY), hit("a", DAY, "w")];
  expect(foldHits(daily, rows)).toHaveLength(3);
  expect(foldSlot(daily, hit("a", DAY))).toBe("SigninLogs/a");
  expect(foldSlot({ ...daily, foldMs: DAY_MS }, hit("a", DAY + 7))).toBe(String(DAY));
});

test("a row affects its own period and those within its span", () => {
  expect(affectedPeriods(daily, [DAY + 5 * HOUR_MS])).toEqual([{ first: DAY, last: DAY }]);
  expect(affectedPeriods(daily, [DAY + 23.5 * HOUR_MS])).toEqual([{ first: DAY, last: DAY + DAY_MS }]);
});

test("a row affects the whole slot it folds into", () => {
  const wide = { spanMs: MINUTE_MS, periodMs: HOUR_MS, foldMs: 3 * HOUR_MS };
  expect(affectedPeriods(wide, [DAY + 4 * HOUR_MS])).toEqual([{ first: DAY + 3 * HOUR_MS, last: DAY + 6 * HOUR_MS }]);
});

test("consecutive affected periods are one span, others are separate", () => {
  const times = [DAY + 9 * DAY_MS, DAY, DAY + DAY_MS];
  expect(affectedPeriods(daily, times)).toEqual([
    { first: DAY, last: DAY + DAY_MS },
    { first: DAY + 9 * DAY_MS, last: DAY + 9 * DAY_MS },
  ]);
  expect(affectedPeriods(daily, [])).toEqual([]);
});

test("the hits for a span start one detector span before it and end with it", () => {
  expect(memoryReach(daily, { first: DAY, last: DAY + DAY_MS })).toEqual({
    from: DAY - HOUR_MS,
    until: DAY + 2 * DAY_MS,
  });
});

test("of the findings with one key the most severe is kept, then the earliest", () => {
  const range = { first: DAY, last: DAY };
  const late = finding("k", DAY + 9, { severity: "high" });
  const early = finding("k", DAY + 3, { severity: "high" });
  const weak = finding("k", DAY + 1);
  for (const order of [
    [late, early, weak],
    [weak, early, late],
    [early, weak, late],
  ]) {
    expect(keepFindings(order, range)).toEqual([early]);
  }
});

test("findings of other periods are not kept", () => {
  const range = { first: DAY, last: DAY };
  expect(keepFindings([finding("a", DAY - 1), finding("b", DAY + DAY_MS)], range)).toEqual([]);
});
