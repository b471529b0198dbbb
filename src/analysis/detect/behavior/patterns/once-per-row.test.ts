import { expect, test } from "vitest";
import { seenRow } from "../../../../../test/support/run-detectors.ts";
import { oncePerRow } from "./once-per-row.ts";

test("the result is cached for one row only", () => {
  const read: string[] = [];
  const idOf = oncePerRow((row) => {
    read.push(row.rowId);
    return row.rowId;
  });
  const [a, b] = [seenRow("Syslog", 0, {}, "a").row, seenRow("Syslog", 0, {}, "b").row];
  expect([idOf(a), idOf(a), idOf(b), idOf(a)]).toEqual(["a", "a", "b", "a"]);
  expect(read).toEqual(["a", "b", "a"]);
});
