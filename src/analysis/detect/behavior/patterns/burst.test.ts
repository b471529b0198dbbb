import { expect, test } from "vitest";
import type { RowHit } from "../../stateful-detector.ts";
import { burstsOf, fullWindows } from "./burst.ts";

const hit = (at: number, value = "v", count = 1): RowHit => ({
  group: "g",
  value,
  at,
  ref: { table: "SigninLogs", rowId: String(at), at },
  actor: null,
  platformEventId: null,
  count,
});
const rule = { windowMs: 10, periodMs: 100, least: 3, count: "rows" as const };

test("a window holds what lies at most its length before its last hit", () => {
  const hits = [hit(0), hit(5), hit(10), hit(21)];
  expect(fullWindows(hits, rule)).toEqual([{ hit: hits[2], at: 10, size: 3, from: 0, to: 3 }]);
  expect(fullWindows([hit(0), hit(5), hit(11)], rule)).toEqual([]);
});

test("rows are counted with what is folded into them, values once", () => {
  expect(fullWindows([hit(0, "a", 3)], rule)).toHaveLength(1);
  const values = { ...rule, count: "values" as const };
  expect(fullWindows([hit(0, "a", 9), hit(1, "a"), hit(2, "b")], values)).toEqual([]);
  expect(fullWindows([hit(0, "a"), hit(1, "b"), hit(2, "c")], values)).toHaveLength(1);
  // A value that left the window and comes again counts again.
  expect(fullWindows([hit(0, "a"), hit(20, "b"), hit(21, "c"), hit(22, "a")], values)).toHaveLength(1);
});

test("a period has one burst: its first full window triggers it, the fullest measures it", () => {
  const hits = [hit(0), hit(1), hit(2), hit(3), hit(60), hit(61), hit(62), hit(150)];
  const [burst, ...more] = burstsOf(hits, rule);
  expect(more).toEqual([]);
  expect(burst?.trigger.at).toBe(2);
  expect(burst?.peak).toBe(4);
  expect(burst?.hits.map(({ at }) => at)).toEqual([0, 1, 2, 3, 60, 61, 62]);
});

test("a window across the end of a period belongs to where it became full", () => {
  const bursts = burstsOf([hit(96), hit(98), hit(101), hit(103)], rule);
  expect(bursts.map(({ trigger }) => trigger.at)).toEqual([101]);
});
