import { expect, test } from "vitest";
import { readOverrides } from "./read-overrides.ts";

test("settings are read under their snake_case names", () => {
  expect(readOverrides({ mass_download: { files: 60, within_minutes: 5 }, brute_force: { failures: 50 } })).toEqual({
    overrides: { massDownload: { files: 60, withinMinutes: 5 }, bruteForce: { failures: 50 } },
    problems: [],
  });
});

test("an invalid setting is reported with the valid ones, and does not affect the other behaviors", () => {
  const { overrides, problems } = readOverrides({
    mass_download: { files: "many", within_hours: 1 },
    constructor: { files: 1 },
    rare_app: 12,
    brute_force: { failures: 50 },
  });
  expect(overrides).toEqual({ bruteForce: { failures: 50 } });
  expect(problems).toEqual([
    "mass_download.files must be a number above 0",
    "mass_download has no setting 'within_hours'; it has files, within_minutes, many_files",
    expect.stringMatching(/^'constructor' is not a behavior; expected one of .*brute_force/),
    "'rare_app' must be a map of these settings to numbers: baseline_days, warm_up_days, rare_below_users",
  ]);
});
