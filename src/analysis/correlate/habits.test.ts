import { describe, expect, test } from "vitest";
import { anActiveDay, TODAY } from "../../../test/support/case-findings.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { habitsOf, NO_HABITS } from "./habits.ts";

const aDay = (day: number, hours: readonly number[], networks: readonly string[] = []) =>
  anActiveDay(
    day,
    hours,
    networks.map((network) => ["network", network]),
  );

describe("habitsOf", () => {
  test("counts days before a day only, and no days without acts", () => {
    const habits = habitsOf([aDay(TODAY - 2, [9]), aDay(TODAY - 1, []), aDay(TODAY, [9]), aDay(TODAY + 1, [9])]);
    expect(habits.activeDays(TODAY)).toBe(1);
    expect(habits.activeDays(TODAY + 2)).toBe(3);
    expect(NO_HABITS.activeDays(TODAY)).toBe(0);
  });

  test("counts the days of an hour with those of the hours beside it, also around midnight", () => {
    const habits = habitsOf([aDay(TODAY - 3, [23]), aDay(TODAY - 2, [0, 1])]);
    const counts = [21, 22, 23, 0, 1, 2, 3].map((hour) => habits.daysOfHour(hour, TODAY));
    expect(counts).toEqual([0, 1, 2, 2, 1, 1, 0]);
  });

  test("counts the weeks in which it was the same day of the week", () => {
    const habits = habitsOf([21, 14, 13, 7, 6].map((ago) => aDay(TODAY - ago, [2])));
    expect(habits.weeksOfHour(2, TODAY)).toBe(3);
    expect(habits.weeksOfHour(2, TODAY - 7)).toBe(2);
    expect(habits.weeksOfHour(2, TODAY + 1)).toBe(2);
    expect(habits.weeksOfHour(9, TODAY)).toBe(0);
  });

  test("counts the days of a value once each, as facts name it", () => {
    const long = "n".repeat(300);
    const habits = habitsOf([
      aDay(TODAY - 2, [9], ["as:64500", long]),
      aDay(TODAY - 2, [10], ["as:64500"]),
      aDay(TODAY - 1, [9], ["as:64500"]),
    ]);
    expect(habits.daysOf("network", "as:64500", TODAY)).toBe(2);
    expect(habits.daysOf("network", "as:64500", TODAY - 1)).toBe(1);
    expect(habits.daysOf("network", safeText(long, 120), TODAY)).toBe(1);
    expect(habits.daysOf("country", "as:64500", TODAY)).toBe(0);
  });
});
