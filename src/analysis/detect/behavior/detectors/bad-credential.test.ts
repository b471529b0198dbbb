import { expect, test } from "vitest";
import { DetectorRun, findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { badCredential } from "./bad-credential.ts";

const detector = badCredential(BEHAVIOR_DEFAULTS.servicePrincipalBadCredential);
const START = Date.parse("2026-01-05T00:10Z");

const failure = (when: number, more: object = {}) =>
  seenRow("AADServicePrincipalSignInLogs", when, {
    ServicePrincipalId: "00000000-0000-4000-8000-0000000000bb",
    ServicePrincipalName: "erp-sync",
    IPAddress: "198.51.100.1",
    ResultType: "7000222",
    ...more,
  });

test("an expired secret is one finding a day with the number of failures", () => {
  const rows = times(96, (index) => failure(START + index * 30 * MINUTE_MS));
  const findings = findingsOf(detector, rows);
  expect(findings.map(({ count, severity }) => [count, severity])).toEqual([
    [48, "low"],
    [48, "low"],
  ]);
  expect(findings[0]?.summary).toBe("erp-sync: 48 sign-ins failed with 7000222 from 198.51.100.1 on this day.");
});

test("the number is the same in any order and any batches", () => {
  const rows = times(30, (index) => failure(START + index * 30 * MINUTE_MS));
  const run = new DetectorRun([detector]);
  for (const row of [...rows].reverse()) run.take([row]);
  expect(run.findings()).toEqual(findingsOf(detector, rows));
});

test("other applications are findings of their own, other errors are none", () => {
  const other = failure(START, { ServicePrincipalId: "00000000-0000-4000-8000-0000000000cc" });
  expect(findingsOf(detector, [failure(START), other])).toHaveLength(2);
  expect(findingsOf(detector, [failure(START, { ResultType: "0" })])).toEqual([]);
  expect(findingsOf(detector, [failure(START, { ResultType: "50105" })])).toEqual([]);
  expect(findingsOf(detector, [failure(START + DAY_MS)])).toHaveLength(1);
});
