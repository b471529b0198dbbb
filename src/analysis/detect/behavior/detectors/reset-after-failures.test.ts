import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { resetAfterFailures } from "./reset-after-failures.ts";

const detector = resetAfterFailures(BEHAVIOR_DEFAULTS.resetAfterFailures);
const NOW = Date.parse("2026-03-10T20:00Z");
const PROGRESS = "Self-service password reset flow activity progress";
const RESET = "Reset password (self-service)";

const row = (when: number, OperationName: string, Result: string, ipAddress = "203.0.113.9", user = "ana") =>
  seenRow("AuditLogs", when, {
    OperationName,
    Result,
    ResultReason: Result === "failure" ? "User's account could not be verified" : "User successfully reset password",
    InitiatedBy: { user: { userPrincipalName: `${user}@ours.test`, ipAddress } },
  });
const failures = (count: number, everyMs = MINUTE_MS) =>
  times(count, (index) => row(NOW - (count - index) * everyMs, PROGRESS, "failure"));
const reset = row(NOW, RESET, "success");

test("a reset after several failed verifications is reported with their number", () => {
  const [finding, ...more] = findingsOf(detector, [...failures(5), row(NOW - 1_000, PROGRESS, "success"), reset]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "medium", count: 5, actor: { upn: "ana@ours.test" } });
  expect(finding?.summary).toContain("reset by self-service from 203.0.113.9 after 5 failed verifications within 24 h");
});

test("failed resets count, hours between the attempts do not hide them, and many or several addresses are severe", () => {
  expect(findingsOf(detector, [...failures(4, 5 * HOUR_MS), reset])).toHaveLength(1);
  expect(findingsOf(detector, [...times(4, (index) => row(NOW - index - 1, RESET, "failure")), reset])).toHaveLength(1);
  expect(findingsOf(detector, [...failures(8), reset])[0]?.severity).toBe("high");
  const moving = times(4, (index) => row(NOW - (index + 1) * MINUTE_MS, PROGRESS, "failure", `192.0.2.${index}`));
  expect(findingsOf(detector, [...moving, reset])[0]?.severity).toBe("high");
  expect(findingsOf(detector, [reset, ...[...failures(5)].reverse()])).toHaveLength(1);
});

test("a mistyped code, failures without a reset, those of others and of another day are silent", () => {
  expect(findingsOf(detector, [...failures(2), reset])).toEqual([]);
  expect(findingsOf(detector, failures(9))).toEqual([]);
  const others = times(6, (index) => row(NOW - MINUTE_MS - index, PROGRESS, "failure", "203.0.113.9", `user${index}`));
  expect(findingsOf(detector, [...others, reset])).toEqual([]);
  expect(findingsOf(detector, [...failures(3, 9 * HOUR_MS), reset])).toEqual([]);
});
