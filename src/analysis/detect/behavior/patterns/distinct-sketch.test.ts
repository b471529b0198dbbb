import { expect, test } from "vitest";
import { times } from "../../../../../test/support/run-detectors.ts";
import { cellOf, estimateOf } from "./distinct-sketch.ts";

const cellsOf = (count: number, width: number, name = "user") =>
  new Set(times(count, (number) => cellOf(`${name}${number}@ours.test`, width)));

test.each([
  [256, 0.12],
  [8, 0.5],
])("a sketch of width %i estimates the number of texts", (width, error) => {
  for (const count of [0, 1, 5, 20, 100, 1_000, 20_000]) {
    const estimates = ["a", "b", "c", "d", "e"].map((name) => estimateOf(cellsOf(count, width, name), width).count);
    const mean = estimates.reduce((sum, value) => sum + value, 0) / estimates.length;
    expect(Math.abs(mean - count)).toBeLessThanOrEqual(Math.max(1, error * count));
  }
});

test("a sketch stays small", () => {
  expect(cellsOf(100_000, 8).size).toBeLessThan(160);
  expect(cellsOf(100_000, 256).size).toBeLessThan(3_500);
});

test("similar texts are spread evenly", () => {
  const cells = times(1_024, (number) => cellOf(`ip:203.0.${number >> 8}.${number & 255}`, 256));
  const onFirst = cells.filter((cell) => cell.startsWith("0.")).length;
  expect(onFirst).toBeGreaterThan(450);
  expect(onFirst).toBeLessThan(575);
  expect(new Set(cells).size).toBeGreaterThan(500);
});
