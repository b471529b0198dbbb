import { expect, it } from "vitest";
import { createCohort } from "./cohort.ts";
import type { SelfComparison } from "./measure-subject.ts";

const DAY = 20_000;
const VALUE = -0.8;

const selfOf = (windows: number): SelfComparison => ({
  z: -16,
  max: 0.1,
  least: 0.15,
  spread: 0.05,
  windows,
  isInner: false,
  isRising: false,
  events: 0,
  isNotable: false,
});

/** Returns whether the fall of the volume of a service is unusual in a cohort of 60, of which another one fell further. */
const isUnusual = (windows: number, other: number): boolean => {
  const cohort = createCohort(DAY);
  const add = (subject: string, value: number, candidate?: SelfComparison): void =>
    cohort.add("nhi", subject, [{ computator: "activity_volume", period: "7d", value, candidate }]);
  for (let at = 0; at < 58; at++) add(`quiet ${at}`, ((at % 5) - 2) / 50);
  add("other", other);
  add("own", VALUE, selfOf(windows));
  return cohort.survivors().some(({ subject }) => subject === "own");
};

it("without enough earlier windows only the most deviating volume of a cohort is a change", () => {
  expect(isUnusual(4, 0)).toBe(true);
  expect(isUnusual(4, -0.9)).toBe(false);
  expect(isUnusual(4, 0.9)).toBe(false);
});

it("with enough earlier windows the subject's own spread decides about its volume", () => {
  expect(isUnusual(8, -0.9)).toBe(true);
});

it("in a small cohort a mix without earlier windows has to be farther off than one with them", () => {
  const isDrift = (windows: number, value: number): boolean => {
    const cohort = createCohort(DAY);
    const candidate = { ...selfOf(windows), least: 0, isInner: true };
    cohort.add("user", "own", [{ computator: "application_mix", period: "30d", value, candidate }]);
    return cohort.survivors().length > 0;
  };
  const steps = Array.from({ length: 100 }, (_, step) => step / 100);
  const first = (windows: number) => steps.find((value) => isDrift(windows, value)) ?? 1;
  expect(first(8)).toBeGreaterThan(0.05);
  expect(first(2)).toBeGreaterThan(first(8));
});
