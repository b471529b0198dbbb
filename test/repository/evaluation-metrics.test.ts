import { expect, test } from "vitest";
import { passes, summarize } from "../../scripts/evaluate/gates.ts";
import {
  accuracyOf,
  adjustedRandIndex,
  alignLabels,
  macroF1Of,
  meanOf,
  medianOf,
  precisionRecallOf,
} from "../../scripts/evaluate/metrics.ts";
import { renderTable } from "../../scripts/evaluate/render-table.ts";

const pair = (truth: string, found: string | null) => ({ truth, found });

test("accuracy is the share of equal labels", () => {
  expect(accuracyOf([pair("a", "a"), pair("a", "b"), pair("b", null), pair("b", "b")])).toBe(0.5);
  expect(accuracyOf([])).toBeNull();
});

test("macro-F1 counts every label the same, however rare it is", () => {
  const pairs = [...Array.from({ length: 9 }, () => pair("common", "common")), pair("rare", "common")];
  expect(macroF1Of(pairs)).toBeCloseTo((18 / 19 + 0) / 2, 10);
  expect(macroF1Of([pair("a", "a"), pair("b", "b")])).toBe(1);
  expect(macroF1Of([])).toBeNull();
});

test("free labels are compared by the true label that they most often stand for", () => {
  const pairs = [pair("finance", "x"), pair("finance", "x"), pair("sales", "x"), pair("sales", null)];
  expect(alignLabels(pairs).map(({ found }) => found)).toEqual(["finance", "finance", "finance", null]);
});

test("precision and recall have no value without a denominator", () => {
  expect(precisionRecallOf(new Set(["a", "b"]), new Set(["b", "c"]))).toEqual({ precision: 0.5, recall: 0.5 });
  expect(precisionRecallOf(new Set(), new Set())).toEqual({ precision: null, recall: null });
});

test("mean and median", () => {
  expect([meanOf([1, 2, 6]), medianOf([6, 1, 2]), medianOf([1, 2, 3, 10])]).toEqual([3, 2, 2.5]);
  expect([meanOf([]), medianOf([])]).toEqual([null, null]);
});

test("the adjusted Rand index is 1 for equal partitions and near 0 for unrelated ones", () => {
  const of = (truth: string, found: string) => [...truth].map((t, index) => ({ truth: t, found: found[index] ?? "" }));
  expect(adjustedRandIndex(of("aabbcc", "xxyyzz"))).toBe(1);
  expect(adjustedRandIndex(of("aabb", "xyxy"))).toBeCloseTo(-0.5, 10);
  // A worked example: 6 items, partitions {1,2,3},{4,5,6} and {1,2},{3,4},{5,6}.
  expect(adjustedRandIndex(of("aaabbb", "xxyyzz"))).toBeCloseTo(0.2424, 4);
  expect(adjustedRandIndex(of("a", "x"))).toBeNull();
});

test("the worst seed has to meet the gate, and a seed without a value is shown as such", () => {
  const recall = (value: number | null) => ({ output: "drift", metric: "recall", value, gate: { least: 0.9 } });
  const error = (value: number) => ({ output: "peers", metric: "error", value, gate: { most: 0.1 } });
  const summaries = summarize([[recall(0.95), error(0.05)], [recall(0.8)], [recall(null), error(0.09)]]);
  expect(summaries).toMatchObject([
    { metric: "recall", value: 0.8, median: 0.875, values: [0.95, 0.8, null] },
    { metric: "error", value: 0.09, values: [0.05, null, 0.09] },
  ]);
  expect(summaries.map(passes)).toEqual([false, true]);
  const [, first, second] = renderTable(["seed 1", "seed 2", "seed 3"], summaries).split("\n");
  expect(first).toMatch(/^drift +recall +>= 0\.9 +0\.950 +0\.800 +- +0\.875 +FAIL$/);
  expect(second).toMatch(/<= 0\.1 .* pass$/);
});
