import { expect, test } from "vitest";
import type { LogTable } from "../../../../model/rows/log-row.ts";
import { DAY_MS, type RowHit } from "../../stateful-detector.ts";
import { firstSeen, usualValues } from "./first-seen.ts";
import { crowdedDay } from "./sightings.ts";

const hit = (day: number, value: string): RowHit => ({
  group: "g",
  value,
  at: day * DAY_MS,
  ref: { table: "SigninLogs", rowId: `${day}-${value}`, at: day * DAY_MS },
  actor: null,
  platformEventId: null,
  count: 1,
});
const rule = { baselineDays: 10, warmUpDays: 3 };
const newOnes = (hits: readonly RowHit[]) => firstSeen(hits, rule).map((seen) => seen.hit.ref.rowId);

test("a value is new once, as long as it recurs within the baseline", () => {
  const hits = [hit(0, "a"), hit(4, "b"), hit(9, "a"), hit(14, "b"), hit(19, "a")];
  expect(newOnes(hits)).toEqual(["4-b"]);
});

test("a value not seen for longer than the baseline is new again", () => {
  const regular = [0, 5, 10, 15, 20].map((day) => hit(day, "a"));
  expect(newOnes([...regular, hit(4, "b"), hit(14.5, "b")].sort((x, y) => x.at - y.at))).toEqual(["4-b", "14.5-b"]);
});

test("nothing is new while the history is shorter than the warm-up", () => {
  expect(newOnes([hit(0, "a"), hit(2.9, "b")])).toEqual([]);
  expect(newOnes([hit(0, "a"), hit(3, "b")])).toEqual(["3-b"]);
});

test("hits before the baseline do not count as history", () => {
  expect(newOnes([hit(0, "a"), hit(30, "b"), hit(31, "c")])).toEqual([]);
});

test("a claim about the past is bounded by the history, and by the baseline where that is shorter", () => {
  const daily = (from: number, to: number) => Array.from({ length: to - from }, (_, day) => hit(from + day, "a"));
  const periodOf = (hits: readonly RowHit[]) => firstSeen(hits, rule).at(-1)?.period;
  expect(periodOf([...daily(0, 4), hit(4, "b")])).toBe("in the 4 days on record");
  expect(periodOf([...daily(0, 10), hit(10, "b")])).toBe("in the last 10 days");
  expect(periodOf([...daily(0, 40), hit(40, "b")])).toBe("in the last 10 days");
});

test("folded hits extend the baseline, but never what a claim states", () => {
  const folded = { ...rule, foldDays: 5 };
  const [seen] = firstSeen([hit(0, "a"), hit(5, "a"), hit(10, "a"), hit(14, "b")], folded);
  expect(seen).toMatchObject({ observedDays: 10, period: "in the last 10 days" });
  // A folded hit of day 0 may stand for day 4, which is within the baseline of day 14.
  expect(firstSeen([hit(0, "b"), hit(5, "a"), hit(14, "b")], folded).map(({ hit: { value } }) => value)).toEqual(["a"]);
});

test("with a history by table, a value is new only where its own table has a history", () => {
  const of = (table: LogTable, one: RowHit): RowHit => ({ ...one, ref: { ...one.ref, table } });
  const byTable = { ...rule, history: "table" as const };
  const signIns = [hit(0, "a"), hit(5, "a")];
  const newOnesIn = (hits: readonly RowHit[]) => firstSeen(hits, byTable).map((seen) => [seen.hit.value, seen.period]);
  expect(newOnesIn([...signIns, of("CloudAppEvents", hit(6, "b")), of("CloudAppEvents", hit(7, "c"))])).toEqual([]);
  const coverage = of("CloudAppEvents", hit(2, "coverage:CloudAppEvents"));
  expect(newOnesIn([hit(0, "a"), coverage, hit(5, "a"), of("CloudAppEvents", hit(7, "c"))])).toEqual([
    ["c", "in the 5 days on record"],
  ]);
});

test("a new value comes with the usual ones, the most frequent first", () => {
  const [seen] = firstSeen([hit(0, "a"), hit(1, "b"), hit(2, "b"), hit(5, "c")], rule);
  expect(seen).toMatchObject({ observedDays: 5, period: "in the 5 days on record" });
  expect(usualValues(seen?.past() ?? [], 1)).toBe("b and 1 more");
  expect(usualValues(seen?.past() ?? [], 5)).toBe("b, a");
});

const shown = (day: number, value: string): RowHit => ({ ...hit(day, value), isFromDays: true });

test("days make a value known and the history longer, but are never new themselves", () => {
  expect(newOnes([shown(0, "a"), shown(4, "b"), hit(8, "c")])).toEqual(["8-c"]);
  expect(newOnes([shown(0, "a"), shown(4, "b"), hit(8, "b")])).toEqual([]);
  expect(newOnes([hit(8, "c")])).toEqual([]);
});

test("a hit is new although its own day shows it too", () => {
  const [seen] = firstSeen([shown(0, "a"), shown(8.2, "b"), hit(8.3, "b")], rule);
  expect(seen?.hit.ref.rowId).toBe("8.3-b");
  expect(seen?.period).toBe("in the 8 days on record");
});

test("no claim reaches further back than a day that does not show everything", () => {
  const days = [0, 1, 2, 3, 4, 5, 6, 7].map((day) => shown(day, "a"));
  const [seen] = firstSeen([...days, crowdedDay("g", 3), hit(8, "b")], rule);
  expect(seen?.period).toBe("in the 4 days on record");
  expect(newOnes([...days, crowdedDay("g", 5), hit(8, "b")])).toEqual([]);
});
