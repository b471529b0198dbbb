import fc from "fast-check";
import { expect, test } from "vitest";
import { findingsOf, foldHits, hitsOfRow, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS, periodOf } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { offHours } from "./off-hours.ts";

const detector = offHours(BEHAVIOR_DEFAULTS.offHours);
/** A Monday. */
const START = Date.parse("2026-01-05T00:00Z");

const active = (day: number, hour: number) =>
  seenRow("OfficeActivity", START + day * DAY_MS + Math.round(hour * HOUR_MS), {
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

const SENSITIVE = offHours({ baselineDays: 14, warmUpDays: 3, activeHours: 6, shareBelow: 0.2 });

/** Hits of somebody who is often active at some hours and seldom at others. */
const anyHits = (() => {
  const minute = fc.nat(59);
  const usualHours = fc.array(fc.record({ day: fc.nat(30), hour: fc.integer({ min: 9, max: 11 }), minute }), {
    minLength: 10,
    maxLength: 60,
  });
  const anyHours = fc.array(fc.record({ day: fc.nat(30), hour: fc.nat(23), minute }), { maxLength: 6 });
  return fc.tuple(usualHours, anyHours).map(([often, seldom]) => {
    const rows = [...often, ...seldom].map(({ day, hour, minute }) => active(day, hour + minute / 60));
    return foldHits(
      SENSITIVE,
      rows.flatMap((row) => hitsOfRow(SENSITIVE, row)),
    );
  });
})();

test("hours that are enough to rule out a finding never have one", () => {
  const counts = { found: 0, ruledOut: 0 };
  fc.assert(
    fc.property(anyHits, fc.nat(30), (hits, firstDay) => {
      const first = START + firstDay * DAY_MS;
      const found = SENSITIVE.evaluate({ group: "g", hits, since: START }).filter(({ period }) => period >= first);
      const slots = hits.map(({ at }) => periodOf(at, HOUR_MS));
      const mayFind = SENSITIVE.mayFind?.({ slots, first });
      if (found.length > 0) expect(mayFind).toBe(true);
      counts.found += found.length > 0 ? 1 : 0;
      counts.ruledOut += mayFind ? 0 : 1;
    }),
    { seed: 7, numRuns: 400 },
  );
  expect(counts.found).toBeGreaterThan(40);
  expect(counts.ruledOut).toBeGreaterThan(40);
});

test("an hour that is quiet by the days before never has a finding, whatever else happens on its day", () => {
  const counts = { found: 0, quiet: 0 };
  const quietOf = (slots: readonly number[], day: number): number => SENSITIVE.slotLimit?.quiet(slots, day) ?? 0;
  fc.assert(
    fc.property(anyHits, (hits) => {
      const slots = hits.map(({ at }) => periodOf(at, HOUR_MS));
      const found = SENSITIVE.evaluate({ group: "g", hits, since: START });
      for (const { at, period } of found) {
        const hour = Math.floor((at - period) / HOUR_MS);
        expect((quietOf(slots, period) >> hour) & 1).toBe(0);
      }
      for (const day of new Set(hits.map((hit) => periodOf(hit.at, DAY_MS)))) {
        const quiet = quietOf(slots, day);
        const before = slots.filter((slot) => slot < day);
        expect(quietOf(before, day)).toBe(quiet);
        counts.quiet += quiet === 0 ? 0 : 1;
      }
      counts.found += found.length;
    }),
    { seed: 7, numRuns: 400 },
  );
  expect(counts.found).toBeGreaterThan(40);
  expect(counts.quiet).toBeGreaterThan(40);
});

test("the usual hours of a regular week are quiet, and before enough is known all are", () => {
  const slotsOf = (rows: ReturnType<typeof usual>) => rows.map(({ row }) => row.at).sort((a, b) => a - b);
  const quietOn = (day: number) => detector.slotLimit?.quiet(slotsOf(usual(5)), START + day * DAY_MS) ?? 0;
  const quietHours = times(24, (hour) => hour).filter((hour) => (quietOn(35) >> hour) & 1);
  expect(quietHours).toEqual([8, 9, 10, 11, 12]);
  expect(quietOn(14)).toBe(2 ** 24 - 1);
});

test("a regular week is ruled out by its hours, one at night is not", () => {
  const slotsOf = (rows: ReturnType<typeof usual>) => rows.map(({ row }) => row.at).sort((a, b) => a - b);
  const first = START + 35 * DAY_MS;
  expect(detector.mayFind?.({ slots: slotsOf([...usual(5), active(35, 10)]), first })).toBe(false);
  expect(detector.mayFind?.({ slots: slotsOf([...usual(5), active(35, 3)]), first })).toBe(true);
  expect(detector.mayFind?.({ slots: slotsOf([...usual(5), active(35, 3)]), first: first + DAY_MS })).toBe(false);
});
