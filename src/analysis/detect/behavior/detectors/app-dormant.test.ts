import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { appDormant } from "./app-dormant.ts";

const detector = appDormant(BEHAVIOR_DEFAULTS.appDormant);
const START = Date.parse("2026-01-05T09:00Z");
const LATER = START + 40 * DAY_MS;
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const signIn = (when: number, app: number, more: object = {}) =>
  seenRow("AADServicePrincipalSignInLogs", when, {
    AppId: idOf(app),
    ServicePrincipalId: idOf(app + 1_000),
    ServicePrincipalName: `App ${app}`,
    IPAddress: "203.0.113.9",
    ResultType: "0",
    ...more,
  });
const added = (when: number, principal: number) =>
  seenRow("AuditLogs", when, {
    OperationName: "Add service principal",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: "ana@ours.test" } },
    TargetResources: [{ type: "ServicePrincipal", id: idOf(principal), displayName: "App" }],
  });
const others = times(41, (day) => signIn(START + day * DAY_MS, 1));
const foundAt = (rows: Parameters<typeof findingsOf>[1]) => findingsOf(detector, rows).filter(({ at }) => at === LATER);

test("an application that signs in for the first time in weeks, although nobody added it, is reported", () => {
  const [finding, ...more] = foundAt([...others, signIn(LATER, 2)]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "medium" });
  expect(finding?.summary).toContain("App 2 signed in from 203.0.113.9; it did not sign in in the 40 days on record");
});

test("an application that was added in that time starts as a matter of course", () => {
  expect(foundAt([...others, added(LATER - DAY_MS, 1_002), signIn(LATER, 2)])).toEqual([]);
  expect(foundAt([...others, added(LATER - DAY_MS, 1_003), signIn(LATER, 2)])).toHaveLength(1);
});

test("a short record, a weekly job, a failure and an application of the provider are not reported", () => {
  const recent = others.filter(({ row }) => row.at > LATER - 15 * DAY_MS);
  expect(foundAt([...recent, signIn(LATER, 2)])).toEqual([]);
  const weekly = times(5, (week) => signIn(START + week * 7 * DAY_MS, 2));
  expect(foundAt([...others, ...weekly, signIn(LATER, 2)])).toEqual([]);
  expect(foundAt([...others, signIn(LATER, 2, { ResultType: "7000215" })])).toEqual([]);
  const provider = { AppOwnerTenantId: "f8cdef31-a31e-4b4a-93e4-5f571e91255a" };
  expect(foundAt([...others, signIn(LATER, 2, provider)])).toEqual([]);
});
