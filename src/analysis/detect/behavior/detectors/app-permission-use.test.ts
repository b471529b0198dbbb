import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { appPermissionUse } from "./app-permission-use.ts";

const detector = appPermissionUse(BEHAVIOR_DEFAULTS.appPermissionUse);
const START = Date.parse("2026-01-05T09:00Z");
const GRANTED = START + 20 * DAY_MS;
const PRINCIPAL = "00000000-0000-4000-8000-0000000000bb";
const API = "00000000-0000-4000-8000-0000000000ff";

/** As the directory reports it: the API is the target, the application a property. */
const grant = (when: number, role: string) =>
  seenRow("AuditLogs", when, {
    OperationName: "Add app role assignment to service principal",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: "ana@ours.test" } },
    TargetResources: [
      {
        type: "ServicePrincipal",
        id: API,
        displayName: "Microsoft Graph",
        modifiedProperties: [
          { displayName: "AppRole.Value", newValue: `"${role}"` },
          { displayName: "ServicePrincipal.ObjectID", newValue: `"${PRINCIPAL}"` },
          { displayName: "ServicePrincipal.DisplayName", newValue: '"Backup"' },
          { displayName: "TargetId.ServicePrincipalNames", newValue: '"00000003-0000-0000-c000-000000000000"' },
        ],
      },
    ],
  });
const use = (when: number, ip: string) =>
  seenRow("AADServicePrincipalSignInLogs", when, { ServicePrincipalId: PRINCIPAL, IPAddress: ip, ResultType: "0" });
const usual = times(20, (day) => use(START + day * DAY_MS, "198.51.100.1"));

test("an application that gets a far-reaching permission and acts from a new address is reported for the application", () => {
  const [finding, ...more] = findingsOf(detector, [
    ...usual,
    grant(GRANTED, "Mail.Read"),
    use(GRANTED + HOUR_MS, "203.0.113.9"),
  ]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", actor: { subject: `oid:${PRINCIPAL}` } });
  expect(finding?.summary).toContain("Backup got Mail.Read from ana@ours.test and was used 1 h later from 203.0.113.9");
});

test("a new application is low", () => {
  const rows = [grant(GRANTED, "Mail.Read"), use(GRANTED + HOUR_MS, "203.0.113.9")];
  expect(findingsOf(detector, rows)).toMatchObject([{ severity: "low" }]);
});

test("a harmless permission, the usual address or use a day later is not reported", () => {
  for (const rows of [
    [grant(GRANTED, "User.Read.All"), use(GRANTED + HOUR_MS, "203.0.113.9")],
    [grant(GRANTED, "Mail.Read"), use(GRANTED + HOUR_MS, "198.51.100.1")],
    [grant(GRANTED, "Mail.Read"), use(GRANTED + 25 * HOUR_MS, "203.0.113.9")],
  ]) {
    expect(findingsOf(detector, [...usual, ...rows])).toEqual([]);
  }
});
