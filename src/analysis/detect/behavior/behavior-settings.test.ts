import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../test/support/run-detectors.ts";
import { BEHAVIOUR_DEFAULTS, type BehaviorOverrides, toBehaviorSettings } from "./behavior-settings.ts";
import { BEHAVIOURS, createBehaviors } from "./behaviors.ts";

test("a domain's numbers replace the defaults one by one", () => {
  const settings = toBehaviorSettings({ massDownload: { files: 5 } });
  expect(settings.massDownload).toEqual({ ...BEHAVIOUR_DEFAULTS.massDownload, files: 5 });
  expect(settings.bruteForce).toEqual(BEHAVIOUR_DEFAULTS.bruteForce);
  expect(toBehaviorSettings()).toEqual(BEHAVIOUR_DEFAULTS);
});

test("what is no number of use, or of no detector, is left out", () => {
  const odd = { massDownload: { files: -1, withinMinutes: Number.NaN, other: 3 }, nobody: { x: 1 } };
  expect(toBehaviorSettings(odd as unknown as BehaviorOverrides)).toEqual(BEHAVIOUR_DEFAULTS);
});

test("a detector decides by the domain's numbers", () => {
  const rows = times(5, (number) =>
    seenRow("OfficeActivity", Date.UTC(2026, 2, 10) + number, {
      UserId: "ana@ours.test",
      Operation: "FileDownloaded",
      OfficeObjectId: `f${number}`,
    }),
  );
  const fired = (overrides: BehaviorOverrides) =>
    createBehaviors(overrides).flatMap((detector) => findingsOf(detector, rows)).length;
  expect(fired({})).toBe(0);
  expect(fired({ massDownload: { files: 5 } })).toBe(1);
});

test("each detector's numbers stand under its own name", () => {
  const names = BEHAVIOURS.map(({ facts }) =>
    facts.slug.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  expect(Object.keys(BEHAVIOUR_DEFAULTS).sort()).toEqual(names.sort());
});
