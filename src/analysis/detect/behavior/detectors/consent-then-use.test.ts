import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { consentThenUse } from "./consent-then-use.ts";

const detector = consentThenUse(BEHAVIOR_DEFAULTS.consentThenUse);
const AT = Date.parse("2026-02-02T09:00Z");
const PRINCIPAL = "00000000-0000-4000-8000-0000000000bb";
const APP = "00000000-0000-4000-8000-0000000000aa";
const OTHER = "00000000-0000-4000-8000-0000000000cc";
const OWN = "198.51.100.1";
const SCOPES = "openid offline_access Mail.Read";

const change = (when: number, operation: string, properties: object = {}) =>
  seenRow("AuditLogs", when, {
    OperationName: operation,
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: "ana@ours.test", ipAddress: OWN } },
    TargetResources: [
      {
        type: "ServicePrincipal",
        id: PRINCIPAL,
        displayName: "PDF Wizard",
        modifiedProperties: Object.entries(properties).map(([displayName, newValue]) => ({ displayName, newValue })),
      },
    ],
  });
const created = (when: number) => change(when, "Add service principal");
const consent = (when: number, scopes = SCOPES, isAdmin = "False") =>
  change(when, "Consent to application", {
    "ConsentContext.IsAdminConsent": isAdmin,
    "ConsentAction.Permissions": `[] => [[ConsentType: Principal, Scope: ${scopes}]]`,
  });
const mail = (when: number, ip: string, app = APP, more: object = {}) =>
  seenRow("OfficeActivity", when, {
    UserId: "ana@ours.test",
    Operation: "MailItemsAccessed",
    AppId: app,
    ClientAppId: app,
    ClientIP: ip,
    ...more,
  });
const phished = [created(AT), consent(AT + 8_000), mail(AT + HOUR_MS, "203.0.113.9")];

test("a new application that a user consented to and that reads mail from elsewhere is enough for a case", () => {
  const [finding, ...more] = findingsOf(detector, phished);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", actor: { upn: "ana@ours.test" }, detector: { precision: 0.6 } });
  expect(finding?.summary).toContain(
    "Consented to PDF Wizard, which was new in the organization (openid offline_access Mail.Read); 1 h later",
  );
  expect(finding?.rows).toHaveLength(2);
});

test("an application that was not registered with the consent is reported, but is not enough alone", () => {
  const [finding] = findingsOf(detector, phished.slice(1));
  expect(finding).toMatchObject({ severity: "high" });
  expect(finding?.detector.precision).toBeUndefined();
});

test("calls of the API in the user's name count", () => {
  const call = seenRow("MicrosoftGraphActivityLogs", AT + HOUR_MS, {
    UserId: "00000000-0000-4000-8000-0000000000dd",
    AppId: APP,
    IPAddress: "203.0.113.9",
    RequestUri: "https://graph.microsoft.com/v1.0/me/messages?$top=100",
  });
  const actor = phished[0]?.actor ?? null;
  expect(findingsOf(detector, [...phished.slice(0, 2), { ...call, actor }])).toHaveLength(1);
});

test("a consent for everybody, harmless permissions, or use before, much later or from the user's address is not reported", () => {
  const use = mail(AT + HOUR_MS, "203.0.113.9");
  for (const rows of [
    [created(AT), consent(AT, SCOPES, "True"), use],
    [created(AT), consent(AT, "openid profile offline_access User.Read Calendars.Read"), use],
    [created(AT), consent(AT)],
    [created(AT), consent(AT), mail(AT + HOUR_MS, OWN)],
    [created(AT), consent(AT), mail(AT + 4 * DAY_MS, "203.0.113.9")],
    [mail(AT - DAY_MS, "203.0.113.9"), created(AT), consent(AT), use],
    [created(AT), consent(AT), mail(AT + HOUR_MS, "203.0.113.9", "00000002-0000-0ff1-ce00-000000000000")],
  ]) {
    expect(findingsOf(detector, rows)).toEqual([]);
  }
});

test("a client of the user that appears after the consent at the address of others is the user's own", () => {
  const earlier = times(5, (day) => mail(AT - (day + 1) * DAY_MS, "203.0.113.9", OTHER));
  expect(findingsOf(detector, [...earlier, ...phished])).toEqual([]);
  expect(findingsOf(detector, [...earlier, ...phished.slice(0, 2), mail(AT + MINUTE_MS, "192.0.2.66")])).toHaveLength(
    1,
  );
});
