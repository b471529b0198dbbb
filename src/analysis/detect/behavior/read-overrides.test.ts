import { expect, test } from "vitest";
import { readOverrides } from "./read-overrides.ts";

test("numbers are read under the names that people write", () => {
  expect(readOverrides({ mass_download: { files: 60, within_minutes: 5 }, brute_force: { failures: 50 } })).toEqual({
    overrides: { massDownload: { files: 60, withinMinutes: 5 }, bruteForce: { failures: 50 } },
    problems: [],
  });
});

test("what cannot be honored is named with what could be written instead, and leaves the others alone", () => {
  const { overrides, problems } = readOverrides({
    mass_download: { files: "many", within_hours: 1 },
    constructor: { files: 1 },
    off_hours: 12,
    brute_force: { failures: 50 },
  });
  expect(overrides).toEqual({ bruteForce: { failures: 50 } });
  expect(problems).toEqual([
    "mass_download.files must be a number above 0",
    "mass_download has no number 'within_hours'; it has files, within_minutes, many_files",
    expect.stringMatching(/^no behavior is called 'constructor'; there are .*brute_force/),
    "off_hours takes names and numbers: baseline_days, warm_up_days, active_hours, share_below",
  ]);
});
