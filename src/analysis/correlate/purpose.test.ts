import { expect, test } from "vitest";
import { type Purpose, purposeOf } from "./purpose.ts";

test.each<[Purpose | null, readonly string[]]>([
  ["weakening", ["T1562.001"]],
  ["collection", ["T1530", "T1213.002"]],
  ["movement", ["T1567.002", "T1537"]],
  ["movement", ["T1562.001", "T1567.002"]],
  ["collection", ["T1114.002"]],
  [null, ["T1114.003", "T1048"]],
  [null, ["T1098.002", "T1114.002"]],
  ["destruction", ["T1485"]],
  ["no_recovery", ["T1485", "T1490"]],
  [null, ["T1078.004"]],
  [null, []],
])("the purpose is %s for %j", (purpose, techniques) => {
  expect(purposeOf({ techniques })).toBe(purpose);
});
