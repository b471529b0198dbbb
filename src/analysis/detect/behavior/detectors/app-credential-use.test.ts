import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { appCredentialUse } from "./app-credential-use.ts";

const detector = appCredentialUse(BEHAVIOR_DEFAULTS.appCredentialUse);
const START = Date.parse("2026-01-05T09:00Z");
const ADDED = START + 20 * DAY_MS;
const APP = "00000000-0000-4000-8000-0000000000aa";
const PRINCIPAL = "00000000-0000-4000-8000-0000000000bb";

const add = (when: number, by: string, more: object = {}) =>
  seenRow("AuditLogs", when, {
    OperationName: "Update application – Certificates and secrets management ",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: by } },
    TargetResources: [{ id: PRINCIPAL, displayName: "Backup", type: "ServicePrincipal" }],
    ...more,
  });
const use = (when: number, ip: string, more: object = {}) =>
  seenRow("AADServicePrincipalSignInLogs", when, {
    AppId: APP,
    ServicePrincipalId: PRINCIPAL,
    IPAddress: ip,
    ResultType: "0",
    ...more,
  });
const usual = times(20, (day) => use(START + day * DAY_MS, "198.51.100.1"));

test("a new credential used from a new address is reported for the user who added it", () => {
  const [finding, ...more] = findingsOf(detector, [
    ...usual,
    add(ADDED, "ana@ours.test"),
    use(ADDED + 2 * HOUR_MS, "203.0.113.9"),
  ]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test added a credential to Backup, and 2 h later it was used from 203.0.113.9, an address it was not " +
      "used from in the 20 days on record (1 other address).",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.actor?.upn).toBe("ana@ours.test");
  // A threat event may name only the published tables, so the audit row leads.
  expect(finding?.rows.map(({ table }) => table)).toEqual(["AuditLogs", "AADServicePrincipalSignInLogs"]);
});

test("a user who adds credentials regularly is less severe", () => {
  const rows = [
    add(START, "ana@ours.test"),
    ...usual,
    add(ADDED, "ana@ours.test"),
    use(ADDED + HOUR_MS, "203.0.113.9"),
  ];
  expect(findingsOf(detector, rows).map(({ severity }) => severity)).toEqual(["low", "medium"]);
});

test("an application without a week of history is reported without calling its address new", () => {
  for (const history of [[], usual.slice(14)]) {
    const [finding, ...more] = findingsOf(detector, [
      ...history,
      add(ADDED, "ana@ours.test"),
      use(ADDED + 2 * HOUR_MS, "203.0.113.9"),
    ]);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ title: "New application credential used", severity: "low" });
    expect(finding?.summary).toBe(
      "ana@ours.test added a credential to Backup, and 2 h later it was used from 203.0.113.9; fewer than 7 days of its " +
        "use are on record.",
    );
  }
});

test("use from the address of who added the credential weighs more than the start of a service elsewhere", () => {
  const from = { InitiatedBy: { user: { userPrincipalName: "ana@ours.test", ipAddress: "203.0.113.9" } } };
  const rows = [add(ADDED, "ana@ours.test", from), use(ADDED + HOUR_MS, "203.0.113.9")];
  expect(findingsOf(detector, rows)).toMatchObject([{ severity: "medium" }]);
});

test("the usual address, a failure, a use before or a day later is not reported", () => {
  const added = add(ADDED, "ana@ours.test");
  for (const other of [
    use(ADDED + HOUR_MS, "198.51.100.1"),
    use(ADDED + HOUR_MS, "203.0.113.9", { ResultType: "7000215" }),
    use(ADDED - HOUR_MS, "203.0.113.9"),
    use(ADDED + 25 * HOUR_MS, "203.0.113.9"),
  ]) {
    expect(findingsOf(detector, [...usual, added, other])).toEqual([]);
  }
});

test("mail read by the application counts, and either of its ids matches once", () => {
  const named = { AdditionalDetails: [{ key: "AppId", value: APP }] };
  const mail = seenRow("OfficeActivity", ADDED + HOUR_MS, {
    Operation: "MailItemsAccessed",
    UserId: "ben@ours.test",
    ClientAppId: APP,
    AppId: APP,
    ClientInfoString: "Client=REST;Client=RESTSystem;;",
    ClientIP: "203.0.113.9",
  });
  expect(findingsOf(detector, [add(ADDED, "ana@ours.test", named), mail])).toHaveLength(1);
  expect(findingsOf(detector, [add(ADDED, "ana@ours.test", named), use(ADDED + HOUR_MS, "203.0.113.9")])).toHaveLength(
    1,
  );
  const outlook = seenRow("OfficeActivity", ADDED + HOUR_MS, { ...mail.row.fields, ClientInfoString: "Client=OWA" });
  expect(findingsOf(detector, [add(ADDED, "ana@ours.test", named), outlook])).toEqual([]);
});

test("a federated credential is a credential, removing one is not", () => {
  const federated = (newValue: string) =>
    add(ADDED, "ana@ours.test", {
      OperationName: "Update application",
      TargetResources: [
        {
          id: PRINCIPAL,
          displayName: "Backup",
          modifiedProperties: [{ displayName: "FederatedIdentityCredentials", oldValue: "[]", newValue }],
        },
      ],
    });
  const used = use(ADDED + HOUR_MS, "203.0.113.9");
  expect(findingsOf(detector, [...usual, federated('[{"Name":"runner"}]'), used])).toHaveLength(1);
  expect(findingsOf(detector, [...usual, federated("[]"), used])).toEqual([]);
});
