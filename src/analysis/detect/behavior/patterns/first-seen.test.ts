import { expect, test } from "vitest";
import { DAY_MS, type StoredHit } from "../../stateful-detector.ts";
import { firstSeen, usualValues } from "./first-seen.ts";

const hit = (day: number, value: string): StoredHit => ({
  group: "g",
  value,
  at: day * DAY_MS,
  ref: { table: "SigninLogs", rowId: `${day}-${value}`, at: day * DAY_MS },
  actor: null,
  platformEventId: null,
  count: 1,
});
const rule = { baselineDays: 10, warmUpDays: 3 };
const newOnes = (hits: readonly StoredHit[]) => firstSeen(hits, rule).map((seen) => seen.hit.ref.rowId);

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

test("a new value comes with the usual ones, the most frequent first", () => {
  const [seen] = firstSeen([hit(0, "a"), hit(1, "b"), hit(2, "b"), hit(5, "c")], rule);
  expect(seen?.knownDays).toBe(5);
  expect(usualValues(seen?.past() ?? [], 1)).toBe("b and 1 more");
  expect(usualValues(seen?.past() ?? [], 5)).toBe("b, a");
});
