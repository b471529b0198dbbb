import { expect, test } from "vitest";
import { shuffled } from "../../../test/support/case-findings.ts";
import { DisjointSets } from "./disjoint-sets.ts";

const PAIRS = [
  [4, 1],
  [1, 7],
  [2, 5],
  [7, 4],
] as const;

test("places that were joined, also through others, have one root: the least of them", () => {
  const sets = new DisjointSets(8);
  for (const [one, other] of PAIRS) sets.join(one, other);
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((place) => sets.rootOf(place))).toEqual([0, 1, 2, 3, 1, 2, 6, 1]);
});

test("the order of joining changes nothing", () => {
  for (let seed = 0; seed < 10; seed++) {
    const sets = new DisjointSets(8);
    for (const [one, other] of shuffled(PAIRS, seed)) sets.join(other, one);
    expect([4, 7, 5, 6].map((place) => sets.rootOf(place))).toEqual([1, 1, 2, 6]);
  }
});
