import { expect, it } from "vitest";
import { spareOthers } from "./spare-others.ts";

it("an identity that cannot be analyzed is counted and does not stop the run", () => {
  const errors: unknown[] = [];
  const run = { fail: (error: unknown) => errors.push(error) };
  const bad = (): number => {
    throw new RangeError("Invalid time value");
  };
  expect([spareOthers(run, bad), spareOthers(run, () => 2)]).toEqual([undefined, 2]);
  expect(errors).toEqual([new RangeError("Invalid time value")]);
});
