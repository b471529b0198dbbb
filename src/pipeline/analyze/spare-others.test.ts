import { expect, it } from "vitest";
import { spareOthers } from "./spare-others.ts";

it("an identity that cannot be analyzed is counted and does not stop the run", () => {
  const counts: string[] = [];
  const run = { count: (name: string) => counts.push(name) };
  const bad = (): number => {
    throw new RangeError("Invalid time value");
  };
  expect([spareOthers(run, bad), spareOthers(run, () => 2)]).toEqual([undefined, 2]);
  expect(counts).toEqual(["failed"]);
});
