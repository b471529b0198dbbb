import fc from "fast-check";
import { expect, it } from "vitest";
import { significantAmong } from "./benjamini-hochberg.ts";
import { divergencePart, jaccardDistance, jsDistance } from "./distances.ts";
import { isSlowlyRising, percentileOf, quantileOf, robustScaleOf, robustZ } from "./robust-statistics.ts";

const pairs = fc.array(fc.tuple(fc.nat(1_000), fc.nat(1_000)), { minLength: 1, maxLength: 30 });
const sides = (given: readonly (readonly [number, number])[]) =>
  [given.map(([one]) => one), given.map(([, other]) => other)] as const;

it("the Jensen-Shannon distance is symmetric, between 0 and 1, and 0 for equal shares", () => {
  fc.assert(
    fc.property(pairs, fc.integer({ min: 1, max: 9 }), (given, factor) => {
      const [one, other] = sides(given);
      const distance = jsDistance(one, other);
      expect(jsDistance(other, one)).toBeCloseTo(distance, 12);
      expect(distance).toBeGreaterThanOrEqual(0);
      expect(distance).toBeLessThanOrEqual(1);
      expect(
        jsDistance(
          one,
          one.map((count) => count * factor),
        ),
      ).toBeCloseTo(0, 6);
    }),
  );
  expect(jsDistance([1, 0], [0, 1])).toBe(1);
});

it("permuting the categories does not change a distance", () => {
  fc.assert(
    fc.property(
      pairs.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }))),
      ([given, shuffled]) => {
        const [one, other] = sides(given);
        const [left, right] = sides(shuffled);
        expect(jsDistance(left, right)).toBeCloseTo(jsDistance(one, other), 9);
        expect(jaccardDistance(left, right)).toBe(jaccardDistance(one, other));
      },
    ),
  );
});

it("the parts of a divergence add up to the squared distance", () => {
  const [one, other] = [
    [0.5, 0.3, 0.2],
    [0.1, 0.3, 0.6],
  ];
  const sum = one.reduce((total, share, index) => total + divergencePart(share, other[index] ?? 0), 0);
  expect(Math.sqrt(sum)).toBeCloseTo(jsDistance(one, other), 12);
});

it("the false discovery rate is limited: one small p-value among many large ones is not significant", () => {
  expect(significantAmong([0.005, 0.005, 0.9], 0.05)).toEqual([true, true, false]);
  expect(significantAmong([0.01, ...Array<number>(99).fill(1)], 0.05)[0]).toBe(false);
  expect(significantAmong([], 0.05)).toEqual([]);
});

it("an outlier changes neither the center nor the spread", () => {
  const scale = robustScaleOf([1, 2, 3, 4, 1_000], 0.1);
  expect(scale.median).toBe(3);
  expect(robustZ(10, scale)).toBeGreaterThan(3.5);
  expect(quantileOf([1, 2, 3, 4], 0.5)).toBe(2);
  expect(percentileOf([1, 2, 3, 4], 3)).toBe(0.75);
});

it("a steady rise of one spread is noticed, and noise around the center is not", () => {
  expect(isSlowlyRising(Array<number>(12).fill(1))).toBe(true);
  expect(isSlowlyRising([1, -1, 1, -1, 1, -1, 0.4, 0])).toBe(false);
});
