import { expect, it } from "vitest";
import type { Computator } from "./computators.ts";
import { needsPersistence, persistenceTest } from "./persistence.ts";

const placeOf = (computator: Computator, day: number, subject = "ana") => ({
  subject,
  computator,
  period: "30d" as const,
  day,
});
const isPersistent = (computator: Computator, earlier: readonly number[], subject = "ana"): boolean =>
  persistenceTest(earlier.map((day) => placeOf(computator, day, subject)))(placeOf(computator, 100));

it("a changed distribution opens an episode when it held on 3 of the last 4 evaluation days", () => {
  expect(isPersistent("application_mix", [98, 99])).toBe(true);
  expect(isPersistent("working_hours", [97, 99])).toBe(true);
  expect(isPersistent("activity_volume", [99])).toBe(false);
  expect(isPersistent("application_mix", [95, 96, 99])).toBe(false);
});

it("the days of one subject do not count for another", () => {
  expect(isPersistent("application_mix", [98, 99], "ben")).toBe(false);
});

it("first uses and exact changes open an episode at once", () => {
  for (const computator of ["application_set", "location_set", "entitlement_set", "credential_set"] as const) {
    expect(isPersistent(computator, [])).toBe(true);
    expect(needsPersistence({ computator })).toBe(false);
  }
  expect(needsPersistence({ computator: "operation_mix" })).toBe(true);
});
