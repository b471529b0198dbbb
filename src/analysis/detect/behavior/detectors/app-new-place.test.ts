import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { appNewPlace } from "./app-new-place.ts";

const detector = appNewPlace(BEHAVIOR_DEFAULTS.appNewPlace);
const START = Date.parse("2026-01-05T09:00Z");
const LATER = START + 20 * DAY_MS;
const APP = "00000000-0000-4000-8000-0000000000aa";
const PRINCIPAL = "00000000-0000-4000-8000-0000000000bb";

const signIn = (when: number, ip: string, country: string, more: object = {}) =>
  seenRow("AADServicePrincipalSignInLogs", when, {
    AppId: APP,
    ServicePrincipalId: PRINCIPAL,
    ServicePrincipalName: "erp-sync",
    IPAddress: ip,
    ResultType: "0",
    ...(country !== "" && { LocationDetails: { countryOrRegion: country } }),
    ...more,
  });
const azure = (when: number, ip: string) =>
  seenRow("AzureActivity", when, {
    Caller: PRINCIPAL,
    CallerIpAddress: ip,
    OperationNameValue: "MICROSOFT.STORAGE/STORAGEACCOUNTS/READ",
    ActivityStatusValue: "Success",
  });
const usual = times(20, (day) => signIn(START + day * DAY_MS, "198.51.100.1", "NL"));

test("an application that was always in one country and signs in from another is reported for the application", () => {
  const [finding, ...more] = findingsOf(detector, [...usual, signIn(LATER, "203.0.113.9", "PA")]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", actor: { kind: "service", subject: `oid:${PRINCIPAL}` } });
  expect(finding?.summary).toBe(
    "erp-sync: Used from 203.0.113.9 (PA), where it was not seen in the 20 days on record; usual: NL, 1 network.",
  );
});

test("a new country counts even if the block of addresses is known: blocks are no providers", () => {
  expect(findingsOf(detector, [...usual, signIn(LATER, "198.51.100.77", "PA")])).toHaveLength(1);
});

test("another region of the same provider is not reported, another provider is", () => {
  const cloud = (country: string, ip: string, system?: string) =>
    [
      ...times(20, (day) => signIn(START + day * DAY_MS, `20.50.3.${day}`, "NL")),
      signIn(LATER, ip, country, system === undefined ? {} : { AutonomousSystemNumber: system }),
    ] as const;
  expect(findingsOf(detector, cloud("US", "40.76.1.9"))).toEqual([]);
  expect(findingsOf(detector, cloud("US", "203.0.113.9", "8075"))).toEqual([]);
  expect(findingsOf(detector, cloud("US", "3.80.1.9")).map(({ severity }) => severity)).toEqual(["high"]);
  const hosted = times(20, (day) =>
    signIn(START + day * DAY_MS, `203.0.113.${day}`, "NL", { AutonomousSystemNumber: "3320" }),
  );
  const moved = signIn(LATER, "192.0.2.7", "DE", { AutonomousSystemNumber: 3320 });
  expect(findingsOf(detector, [...hosted, moved])).toEqual([]);
});

test("addresses that change inside one country are low at most, and silent where they always change", () => {
  const rows = [...usual, signIn(LATER, "203.0.113.9", "NL")];
  expect(findingsOf(detector, rows).map(({ severity }) => severity)).toEqual(["low"]);
  const changing = times(20, (day) => signIn(START + day * DAY_MS, `198.${18 + (day % 4)}.1.1`, "NL"));
  expect(findingsOf(detector, [...changing, signIn(LATER, "203.0.113.9", "NL")])).toEqual([]);
});

test("a service that is seen in many countries has no new place", () => {
  const roaming = times(20, (day) =>
    signIn(START + day * DAY_MS, "198.51.100.1", ["NL", "IE", "US", "SG"][day % 4] ?? ""),
  );
  const after = findingsOf(detector, [...roaming, signIn(LATER, "203.0.113.9", "PA")]).filter(({ at }) => at === LATER);
  expect(after).toEqual([]);
});

test("a short history, a failure, a private address or a service of the provider is not reported", () => {
  for (const rows of [
    [...usual.slice(0, 3), signIn(START + 3 * DAY_MS, "203.0.113.9", "PA")],
    [usual[0] ?? [], signIn(LATER, "203.0.113.9", "PA")].flat(),
    [...usual, signIn(LATER, "203.0.113.9", "PA", { ResultType: "7000215" })],
    [...usual, signIn(LATER, "10.1.2.3", "PA")],
    [...usual, signIn(LATER, "203.0.113.9", "PA", { AppOwnerTenantId: "f8cdef31-a31e-4b4a-93e4-5f571e91255a" })],
  ]) {
    expect(findingsOf(detector, rows)).toEqual([]);
  }
});

test("operations without a country are compared by network", () => {
  const history = times(20, (day) => azure(START + day * DAY_MS, "198.51.100.1"));
  expect(findingsOf(detector, [...history, azure(LATER, "203.0.113.9")])).toMatchObject([
    { severity: "medium", title: "Application used from a network new for it" },
  ]);
  expect(findingsOf(detector, [...history, azure(LATER, "198.51.100.200")])).toEqual([]);
  // Sign-ins have countries, operations do not: the first operation ever is no new place.
  expect(findingsOf(detector, [...usual, azure(LATER, "203.0.113.9")])).toEqual([]);
});

test("a sign-in and the operations after it are one finding", () => {
  const history = times(20, (day) => azure(START + day * DAY_MS + HOUR_MS, "198.51.100.1"));
  const rows = [...usual, ...history, signIn(LATER, "203.0.113.9", "PA"), azure(LATER + HOUR_MS, "203.0.113.9")];
  expect(findingsOf(detector, rows).map(({ severity }) => severity)).toEqual(["high"]);
});
