import { expect, test } from "vitest";
import { times } from "../../../../../test/support/run-detectors.ts";
import { bucketOf, toKey } from "./digest.ts";

test("buckets are as many as asked for and evenly filled", () => {
  const counts = new Map<string, number>();
  for (const bucket of times(6_400, (number) => bucketOf(`user${number}@ours.test`, 64))) {
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  expect(counts.size).toBe(64);
  expect(Math.max(...counts.values())).toBeLessThan(200);
});

test("a key ignores case and surrounding blanks, and is short without collisions", () => {
  expect(toKey("  Plan.DOCX ")).toBe("plan.docx");
  const long = (end: string) => `https://ours.test/${"folder/".repeat(100)}${end}`;
  expect(toKey(long("a.docx")).length).toBeLessThan(120);
  expect(toKey(long("a.docx"))).not.toBe(toKey(long("b.docx")));
  expect(toKey(`a${long("x")}`)).not.toBe(toKey(`b${long("x")}`));
});
