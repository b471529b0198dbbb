import { expect, test } from "vitest";
import { findingsOf, seenRow } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { appOwnerCredential } from "./app-owner-credential.ts";

const detector = appOwnerCredential(BEHAVIOR_DEFAULTS.appOwnerCredential);
const AT = Date.parse("2026-01-05T09:00Z");
const PRINCIPAL = "00000000-0000-4000-8000-0000000000bb";
const APP = { type: "ServicePrincipal", id: PRINCIPAL, displayName: "Backup" };

const act = (when: number, operation: string, by: string, targets: readonly object[]) =>
  seenRow("AuditLogs", when, {
    OperationName: operation,
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: by } },
    TargetResources: targets,
  });
const owner = (by: string, to: string) =>
  act(AT, "Add owner to service principal", by, [
    { type: "User", id: "00000000-0000-4000-8000-0000000000dd", userPrincipalName: to },
    APP,
  ]);
const credential = (when: number, by: string) => act(when, "Add service principal credentials", by, [APP]);

test("a new owner who adds a credential is reported with the credential", () => {
  const [finding, ...more] = findingsOf(detector, [
    owner("ana@ours.test", "ben@ours.test"),
    credential(AT + HOUR_MS, "ben@ours.test"),
  ]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", actor: { upn: "ben@ours.test" } });
  expect(finding?.summary).toContain(
    "ana@ours.test made ben@ours.test an owner of Backup, and 1 h later ben@ours.test added a credential to it",
  );
});

test("who makes somebody an owner and adds the credential is reported too", () => {
  const rows = [owner("ana@ours.test", "ana@ours.test"), credential(AT + HOUR_MS, "ana@ours.test")];
  expect(findingsOf(detector, rows)).toHaveLength(1);
});

test("a credential of somebody else, one before or days later, and a new application are not reported", () => {
  const given = owner("ana@ours.test", "ben@ours.test");
  for (const rows of [
    [given, credential(AT + HOUR_MS, "eve@ours.test")],
    [given, credential(AT - HOUR_MS, "ben@ours.test")],
    [given, credential(AT + 4 * DAY_MS, "ben@ours.test")],
    [
      act(AT - 60_000, "Add service principal", "ana@ours.test", [APP]),
      given,
      credential(AT + HOUR_MS, "ben@ours.test"),
    ],
  ]) {
    expect(findingsOf(detector, rows)).toEqual([]);
  }
});
