import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { appFirstAct } from "./app-first-act.ts";

const detector = appFirstAct(BEHAVIOR_DEFAULTS.appFirstAct);
const START = Date.parse("2026-01-05T09:00Z");
const LATER = START + 20 * DAY_MS;
const PRINCIPAL = "00000000-0000-4000-8000-0000000000bb";
const KEYS = "Microsoft.Storage/storageAccounts/listKeys/action";
const ROLE = "Microsoft.Authorization/roleAssignments/write";

const azure = (when: number, operation: string, more: object = {}) =>
  seenRow("AzureActivity", when, {
    Caller: PRINCIPAL,
    CallerIpAddress: "198.51.100.1",
    OperationNameValue: operation,
    ActivityStatusValue: "Success",
    ...more,
  });
const managed = (when: number) =>
  seenRow("AADManagedIdentitySignInLogs", when, {
    ServicePrincipalId: PRINCIPAL,
    ServicePrincipalName: "vm-web",
    ResultType: "0",
  });
const graph = (when: number, method: string, path: string) =>
  seenRow("MicrosoftGraphActivityLogs", when, {
    ServicePrincipalId: PRINCIPAL,
    RequestMethod: method,
    RequestUri: `https://graph.microsoft.com/v1.0${path}`,
    ResponseStatusCode: 200,
    IPAddress: "198.51.100.1",
  });
const usual = times(20, (day) => azure(START + day * DAY_MS, "Microsoft.Compute/disks/write"));
const foundAt = (rows: Parameters<typeof findingsOf>[1]) => findingsOf(detector, rows).filter(({ at }) => at === LATER);

test("keys that an application reads for the first time are reported for the application", () => {
  const [finding, ...more] = foundAt([...usual, azure(LATER, KEYS)]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "medium", actor: { subject: `oid:${PRINCIPAL}` } });
  expect(finding?.summary).toContain("read keys or secrets, which it did not do in the 20 days on record.");
});

test("a pipeline that reads keys at every run is not reported", () => {
  const routine = times(20, (day) => azure(START + day * DAY_MS, KEYS));
  expect(foundAt([...routine, azure(LATER, KEYS)])).toEqual([]);
});

test("a managed identity that assigns roles for the first time is severe", () => {
  const history = times(20, (day) => managed(START + day * DAY_MS));
  expect(foundAt([...history, azure(LATER, ROLE)])).toMatchObject([{ severity: "high" }]);
  expect(foundAt([...history, azure(LATER, KEYS)])).toMatchObject([{ severity: "medium" }]);
});

test("mail that an application reads and grants that it makes through the API count", () => {
  const paths = [
    ["GET", "/users/5c2d9d3e-0000-4000-8000-000000000001/messages"],
    ["POST", "/servicePrincipals/5c2d9d3e-0000-4000-8000-000000000001/appRoleAssignments"],
    ["POST", "/roleManagement/directory/roleAssignments"],
  ] as const;
  for (const [method, path] of paths) expect(foundAt([...usual, graph(LATER, method, path)])).toHaveLength(1);
  expect(foundAt([...usual, graph(LATER, "GET", "/users")])).toEqual([]);
});

test("a new application, one that is seldom used, a failure or a person is not reported", () => {
  expect(foundAt([azure(LATER, KEYS)])).toEqual([]);
  expect(foundAt([...usual.slice(0, 2), azure(LATER, KEYS)])).toEqual([]);
  expect(foundAt([...usual, azure(LATER, KEYS, { ActivityStatusValue: "Failed" })])).toEqual([]);
  const by = { Caller: "ana@ours.test" };
  const person = times(20, (day) => azure(START + day * DAY_MS, "Microsoft.Compute/disks/write", by));
  expect(foundAt([...person, azure(LATER, KEYS, by)])).toEqual([]);
});

test("mail that an application searches, changes or sends for the first time counts each", () => {
  const history = times(20, (day) =>
    graph(START + day * DAY_MS, "GET", "/users/5c2d9d3e-0000-4000-8000-000000000001/messages"),
  );
  const mailbox = "/users/5c2d9d3e-0000-4000-8000-000000000001";
  for (const [method, path] of [
    ["GET", `${mailbox}/messages?$search="offer"`],
    ["POST", `${mailbox}/mailFolders/inbox/messageRules`],
    ["PATCH", `${mailbox}/messages/37fcd54889292ebf02a0`],
    ["POST", `${mailbox}/sendMail`],
  ] as const) {
    expect(foundAt([...history, graph(LATER, method, path)])).toHaveLength(1);
    expect(foundAt([...history, graph(LATER - 9 * DAY_MS, method, path), graph(LATER, method, path)])).toEqual([]);
  }
  expect(foundAt([...history, graph(LATER, "GET", `${mailbox}/messages`)])).toEqual([]);
});

test("a managed identity that asks for the directory for the first time is reported, if its other requests are on record", () => {
  const asked = (when: number, resource: string) =>
    seenRow("AADManagedIdentitySignInLogs", when, {
      ServicePrincipalId: PRINCIPAL,
      ServicePrincipalName: "vm-web",
      ResourceDisplayName: resource,
      ResultType: "0",
    });
  const history = times(20, (day) => asked(START + day * DAY_MS, "Azure Storage"));
  const [finding] = foundAt([...history, asked(LATER, "Microsoft Graph")]);
  expect(finding?.summary).toContain(
    "asked for access to the directory, which it did not do in the 20 days on record.",
  );
  expect(foundAt([...history, asked(LATER, "Azure Storage")])).toEqual([]);
  const unnamed = times(20, (day) => managed(START + day * DAY_MS));
  expect(foundAt([...unnamed, asked(LATER, "Microsoft Graph")])).toEqual([]);
});
