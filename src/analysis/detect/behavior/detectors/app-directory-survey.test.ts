import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { appDirectorySurvey } from "./app-directory-survey.ts";

const detector = appDirectorySurvey(BEHAVIOR_DEFAULTS.appDirectorySurvey);
const START = Date.parse("2026-01-05T09:00Z");
const LATER = START + 20 * DAY_MS;
const PRINCIPAL = "00000000-0000-4000-8000-0000000000bb";

const call = (when: number, path: string, more: object = {}) =>
  seenRow("MicrosoftGraphActivityLogs", when, {
    ServicePrincipalId: PRINCIPAL,
    RequestMethod: "GET",
    RequestUri: `https://graph.microsoft.com/v1.0${path}`,
    ResponseStatusCode: 200,
    ...more,
  });
const survey = (more: object = {}) =>
  ["/users", "/groups?$top=999", "/directoryRoles?$expand=members", "/servicePrincipals"].map((path, index) =>
    call(LATER + index * MINUTE_MS, path, more),
  );
const daily = times(20, (day) => call(START + day * DAY_MS, "/users?$top=999"));
const found = (rows: Parameters<typeof findingsOf>[1]) => findingsOf(detector, rows);

test("an application that only listed users and now lists groups, roles and applications is severe", () => {
  const [finding, ...more] = found([...daily, ...survey()]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", count: 3 });
  expect(finding?.summary).toContain(
    "3 parts of the directory that it did not list in the 20 days on record: groups, roles, service principals",
  );
});

test("refused requests count", () => {
  expect(found([...daily, ...survey({ ResponseStatusCode: 403 })])).toHaveLength(1);
});

test("a new application, an inventory that lists all every day, and reading of single objects are not reported", () => {
  expect(found(survey())).toEqual([]);
  const inventory = daily.flatMap(({ row }) => ["/groups", "/directoryRoles"].map((path) => call(row.at, path)));
  expect(found([...daily, ...inventory, ...survey()])).toEqual([]);
  const single = times(5, (index) => call(LATER, `/groups/00000000-0000-4000-8000-00000000000${index}/members`));
  expect(found([...daily, ...single])).toEqual([]);
});
