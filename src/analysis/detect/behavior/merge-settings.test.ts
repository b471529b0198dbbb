import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../test/support/run-detectors.ts";
import { BEHAVIOR_DEFAULTS } from "./behavior-defaults.ts";
import type { BehaviorOverrides } from "./behavior-settings.ts";
import { BEHAVIORS, createBehaviors } from "./behaviors.ts";
import { toBehaviorSettings } from "./merge-settings.ts";

test("a domain's settings replace the defaults one by one", () => {
  const settings = toBehaviorSettings({ massDownload: { files: 5 } });
  expect(settings.massDownload).toEqual({ ...BEHAVIOR_DEFAULTS.massDownload, files: 5 });
  expect(settings.bruteForce).toEqual(BEHAVIOR_DEFAULTS.bruteForce);
  expect(toBehaviorSettings()).toEqual(BEHAVIOR_DEFAULTS);
});

test("unusable numbers and unknown detectors are ignored", () => {
  const odd = { massDownload: { files: -1, withinMinutes: Number.NaN, other: 3 }, nobody: { x: 1 } };
  expect(toBehaviorSettings(odd as unknown as BehaviorOverrides)).toEqual(BEHAVIOR_DEFAULTS);
});

test("a detector uses the domain's settings", () => {
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

test("each detector's settings have its own name", () => {
  const names = BEHAVIORS.map(({ facts }) =>
    facts.slug.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  expect(Object.keys(BEHAVIOR_DEFAULTS).sort()).toEqual(names.sort());
});
