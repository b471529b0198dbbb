import { expect, test } from "vitest";
import { aFinding } from "../../../test/support/case-findings.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { stageOf } from "./stage.ts";

test.each<[string, Partial<CaseFinding>]>([
  ["access", { tactics: ["initial_access"] }],
  ["access", { tactics: ["credential_access"], table: "SigninLogs" }],
  ["privilege", { tactics: ["credential_access"], table: "SecurityEvent" }],
  ["privilege", { tactics: ["credential_access"], table: "AzureActivity" }],
  ["access", { tactics: ["command_and_control"], table: "SigninLogs" }],
  ["control", { tactics: ["command_and_control"], table: "CommonSecurityLog" }],
  ["foothold", { tactics: ["persistence", "exfiltration"] }],
  ["effect", { tactics: ["persistence"], threatType: "data_exfiltration" }],
  ["privilege", { tactics: ["unknown"], threatType: "policy_violation" }],
  ["access", { tactics: [] }],
  ["access", { tactics: ["constructor"] }],
])("is %s for a finding with %o", (stage, fields) => {
  expect(stageOf(aFinding(fields))).toBe(stage);
});
