import { expect, test } from "vitest";
import { before, followUps } from "./sequence.ts";

const at = (...times: readonly number[]) => times.map((time) => ({ at: time }));

test("items before a time come latest first, within reach", () => {
  expect([...before(at(1, 5, 9, 12), 9, 4)]).toEqual(at(9, 5));
  expect([...before(at(1, 5), 0, 100)]).toEqual([]);
  expect([...before([], 5, 100)]).toEqual([]);
});

test("each second is paired with the latest matching first", () => {
  const pairs = [...followUps(at(1, 5), at(0, 6, 20), 10)];
  expect(pairs).toEqual([{ first: { at: 5 }, second: { at: 6 } }]);
  const odd = [...followUps(at(1, 4), at(6), 10, (first) => first.at % 2 === 1)];
  expect(odd).toEqual([{ first: { at: 1 }, second: { at: 6 } }]);
});
