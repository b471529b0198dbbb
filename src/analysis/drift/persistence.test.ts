import { expect, it } from "vitest";
import type { DriftPeriod } from "../../model/vocabulary.ts";
import type { Computator } from "./computators.ts";
import { needsPersistence, persistenceTest } from "./persistence.ts";

const placeOf = (computator: Computator, day: number, { subject = "ana", period = "30d" as DriftPeriod } = {}) => ({
  subject,
  computator,
  period,
  day,
});
const isPersistent = (
  computator: Computator,
  earlier: readonly number[],
  given: { readonly subject?: string; readonly period?: DriftPeriod } = {},
): boolean =>
  persistenceTest(earlier.map((day) => placeOf(computator, day, given)))(
    placeOf(computator, 100, { ...given, subject: "ana" }),
  );

it("a changed distribution of a month or more opens an episode when it held on 5 of the last 7 evaluation days", () => {
  expect(isPersistent("application_mix", [96, 97, 98, 99])).toBe(true);
  expect(isPersistent("working_hours", [94, 95, 97, 99])).toBe(true);
  expect(isPersistent("activity_volume", [97, 98, 99])).toBe(false);
  expect(isPersistent("application_mix", [93, 97, 98, 99])).toBe(false);
});

it("a changed volume of a week opens an episode when it held on 3 of the last 4 evaluation days", () => {
  expect(isPersistent("activity_volume", [97, 99], { period: "7d" })).toBe(true);
  expect(isPersistent("activity_volume", [95, 96, 99], { period: "7d" })).toBe(false);
});

it("the days of one subject do not count for another", () => {
  expect(isPersistent("application_mix", [96, 97, 98, 99], { subject: "ben" })).toBe(false);
});

it("first uses and exact changes open an episode at once", () => {
  for (const computator of ["application_set", "location_set", "entitlement_set", "credential_set"] as const) {
    expect(isPersistent(computator, [])).toBe(true);
    expect(needsPersistence({ computator, period: "30d" })).toBe(false);
  }
  expect(needsPersistence({ computator: "operation_mix", period: "30d" })).toBe(true);
});
