import { expect, test } from "vitest";
import { before, followUps } from "./sequence.ts";

const at = (...times: readonly number[]) => times.map((time) => ({ at: time }));

test("what lies before a time comes latest first, as far as the reach", () => {
  expect([...before(at(1, 5, 9, 12), 9, 4)]).toEqual(at(9, 5));
  expect([...before(at(1, 5), 0, 100)]).toEqual([]);
  expect([...before([], 5, 100)]).toEqual([]);
});

test("each second has the latest first that belongs to it", () => {
  const pairs = [...followUps(at(1, 5), at(0, 6, 20), 10)];
  expect(pairs).toEqual([{ first: { at: 5 }, second: { at: 6 } }]);
  const odd = [...followUps(at(1, 4), at(6), 10, (first) => first.at % 2 === 1)];
  expect(odd).toEqual([{ first: { at: 1 }, second: { at: 6 } }]);
});
