import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { rareApp } from "./rare-app.ts";

const detector = rareApp(BEHAVIOR_DEFAULTS.rareApp);
const START = Date.parse("2026-01-05T09:00Z");
const day = (number: number) => START + number * DAY_MS;

const use = (when: number, user: string, app = "mail", more: object = {}) =>
  seenRow("SigninLogs", when, {
    UserPrincipalName: `${user}@ours.test`,
    ResultType: "0",
    AppId: `id-of-${app}`,
    AppDisplayName: app,
    ...more,
  });

const usual = times(10, (number) => [
  use(day(number), "ana"),
  use(day(number), "ben"),
  use(day(number), "cleo"),
]).flat();

test("an application that nobody used is reported with its first user", () => {
  const [finding, ...more] = findingsOf(detector, [...usual, use(day(10), "ana", "Strange Tool")]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Used Strange Tool, which nobody in the organization used in the 10 days on record; 1 other application in use.",
  );
  expect(finding?.severity).toBe("low");
  expect(finding?.actor?.upn).toBe("ana@ours.test");
});

test("a second user of a rare application is reported", () => {
  const rows = [...usual, use(day(0), "ana", "Tool"), use(day(9), "ben", "Tool")];
  const [finding, ...more] = findingsOf(detector, rows);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ben@ours.test: First use of Tool by this user in the 9 days on record; 1 other user in the organization used it, " +
      "fewer than 3 users is rare.",
  );
});

test("what three people use is not rare", () => {
  const rows = [use(day(0), "ana", "Tool"), use(day(0), "ben", "Tool"), use(day(9), "dora", "Tool")];
  expect(findingsOf(detector, [...usual, ...rows])).toEqual([]);
});

test("nothing is rare with less than seven days of history, and a failure is not a use", () => {
  const [early, failed] = [use(day(7) - 1, "ana", "Tool"), use(day(9), "ana", "Tool", { ResultType: "50126" })];
  expect(findingsOf(detector, [...usual, early])).toEqual([]);
  expect(findingsOf(detector, [...usual, failed])).toEqual([]);
});

test("applications of a table that was connected a day ago are not new, whatever the history of the other table", () => {
  const cloud = (when: number) =>
    seenRow("CloudAppEvents", when, {
      AccountId: "ana@ours.test",
      RawEventData: { UserId: "ana@ours.test" },
      ApplicationId: 11161,
      Application: "Office 365",
    });
  const other = seenRow("CloudAppEvents", day(2), { ActionType: "Anything" });
  expect(findingsOf(detector, [...usual, cloud(day(9)), cloud(day(10))])).toEqual([]);
  const [finding] = findingsOf(detector, [...usual, other, cloud(day(9)), cloud(day(10))]);
  expect(finding?.summary).toContain("used in the 7 days on record");
});

test("the memory of an application that everybody uses stays small", () => {
  const users = times(2_000, (number) => use(day(0), `user${number}`));
  const hits = users.flatMap((seen) => detector.hitsOf(seen));
  expect(new Set(hits.map(({ group, value }) => `${group} ${value}`)).size).toBeLessThanOrEqual(130);
});

test("a new application on a device of the organization, or after a second factor, is not reported", () => {
  const managed = { DeviceDetail: { deviceId: "d-1", isManaged: true } };
  expect(findingsOf(detector, [...usual, use(day(10), "ana", "Tool", managed)])).toEqual([]);
  const second = { AuthenticationRequirement: "multiFactorAuthentication" };
  expect(findingsOf(detector, [...usual, use(day(10), "ana", "Tool", second)])).toEqual([]);
  const single = { AuthenticationRequirement: "singleFactorAuthentication" };
  expect(findingsOf(detector, [...usual, use(day(10), "ana", "Tool", single)])).toHaveLength(1);
  const others = [use(day(0), "ana", "Tool"), use(day(9), "ben", "Tool", managed)];
  expect(findingsOf(detector, [...usual, ...others])).toEqual([]);
});
