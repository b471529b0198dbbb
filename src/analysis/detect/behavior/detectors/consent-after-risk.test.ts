import { expect, test } from "vitest";
import { findingsOf, seenRow } from "../../../../../test/support/run-detectors.ts";
import { HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { consentAfterRisk } from "./consent-after-risk.ts";

const detector = consentAfterRisk(BEHAVIOR_DEFAULTS.consentAfterRisk);
const START = Date.parse("2026-03-10T09:00Z");

const signIn = (more: object = {}) =>
  seenRow("SigninLogs", START, {
    UserPrincipalName: "ana@ours.test",
    ResultType: "0",
    RiskLevelDuringSignIn: "high",
    RiskEventTypes_V2: '["unfamiliarFeatures"]',
    ...more,
  });
const consent = (hour: number, by = "ana@ours.test") =>
  seenRow("AuditLogs", START + hour * HOUR_MS, {
    OperationName: "Consent to application",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: by } },
    TargetResources: [{ displayName: "Mail Helper", type: "ServicePrincipal" }],
  });

test("consent within a day after a risky sign-in is reported with the risk", () => {
  const [finding, ...more] = findingsOf(detector, [signIn(), consent(2)]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: Consented to Mail Helper 2 h after a sign-in of high risk (unfamiliarFeatures); consent within 24 h of one is reported.",
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.rows.map(({ table }) => table)).toEqual(["AuditLogs", "SigninLogs"]);
});

test("the directory's own risk row counts", () => {
  const risk = seenRow("AADUserRiskEvents", START, {
    UserPrincipalName: "ana@ours.test",
    RiskLevel: "medium",
    RiskEventType: "anonymizedIPAddress",
  });
  expect(findingsOf(detector, [risk, consent(2)])[0]?.summary).toContain("of medium risk (anonymizedIPAddress)");
});

test("low risk, a failed sign-in, another user, or a day later is not reported", () => {
  expect(findingsOf(detector, [signIn({ RiskLevelDuringSignIn: "low" }), consent(2)])).toEqual([]);
  expect(findingsOf(detector, [signIn({ ResultType: "50126" }), consent(2)])).toEqual([]);
  expect(findingsOf(detector, [signIn(), consent(2, "ben@ours.test")])).toEqual([]);
  expect(findingsOf(detector, [signIn(), consent(24.1)])).toEqual([]);
  expect(findingsOf(detector, [signIn(), consent(-1)])).toEqual([]);
});
