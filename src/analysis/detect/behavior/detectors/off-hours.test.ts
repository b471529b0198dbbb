import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { offHours } from "./off-hours.ts";

const detector = offHours(BEHAVIOR_DEFAULTS.offHours);
/** A Monday. */
const START = Date.parse("2026-01-05T00:00Z");

const active = (day: number, hour: number) =>
  seenRow("OfficeActivity", START + day * DAY_MS + hour * HOUR_MS, {
    UserId: "ana@ours.test",
    Operation: "FileAccessed",
  });
/** Three hours on each working day. */
const usual = (weeks: number) =>
  times(weeks * 5, (day) => times(3, (hour) => active(Math.floor(day / 5) * 7 + (day % 5), 9 + hour))).flat();

test("an hour of the week that is rarely used is reported with severity none", () => {
  const [finding, ...more] = findingsOf(detector, [...usual(5), active(35, 3)]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Active on Monday at 03:00 UTC; 0 of 75 active hours in the 34 days on record were within an hour of that; " +
      "less than 1 % is unusual.",
  );
  expect(finding?.severity).toBe("none");
});

test("the hour next to a usual one is usual", () => {
  expect(findingsOf(detector, [...usual(5), active(35, 8), active(36, 12)])).toEqual([]);
});

test("nothing is unusual with less than sixty active hours over four weeks", () => {
  expect(findingsOf(detector, [...usual(3), active(21, 3)])).toEqual([]);
  expect(findingsOf(detector, [active(0, 9), active(40, 3)])).toEqual([]);
});
