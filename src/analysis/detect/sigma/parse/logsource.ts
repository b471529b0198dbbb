import { LOG_TABLES, type LogTable } from "../../../../model/rows/log-row.ts";
import { RuleProblem } from "../rule-problem.ts";

/** The log sources of public Sigma rules, mapped to our tables. */
const KNOWN: Readonly<Record<string, readonly LogTable[]>> = {
  "azure/signinlogs": ["SigninLogs"],
  "azure/auditlogs": ["AuditLogs"],
  "azure/riskdetection": ["AADUserRiskEvents"],
  "azure/pim": ["AuditLogs"],
  "azure/activitylogs": ["AzureActivity"],
  "azure/azureactivity": ["AzureActivity"],
  "m365/threat_management": ["CloudAppEvents", "OfficeActivity"],
  "m365/threat_detection": ["CloudAppEvents", "OfficeActivity"],
  "m365/exchange": ["OfficeActivity", "CloudAppEvents"],
  "m365/audit": ["OfficeActivity", "CloudAppEvents"],
  "windows/security": ["SecurityEvent"],
  "parapet/directory_acts": ["AuditLogs", "OfficeActivity", "CloudAppEvents"],
  "linux/sshd": ["Syslog"],
  "linux/auth": ["Syslog"],
  "linux/sudo": ["Syslog"],
  "linux/syslog": ["Syslog"],
};

const BY_NAME = new Map(LOG_TABLES.map((table) => [table.toLowerCase(), table]));

/** Returns the tables of a rule's log source. A service may be the name of a table. */
export function tablesOf(logsource: unknown): readonly LogTable[] {
  if (typeof logsource !== "object" || logsource === null) throw new RuleProblem("the rule has no logsource");
  const { product, service, category } = logsource as Record<string, unknown>;
  const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : "");
  const named = category === undefined ? BY_NAME.get(lower(service)) : undefined;
  if (named) return [named];
  const known = category === undefined ? KNOWN[`${lower(product)}/${lower(service)}`] : undefined;
  if (known) return known;
  const shown = Object.entries({ product, category, service })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${String(value)}`);
  throw new RuleProblem(`no table has rows of the logsource ${shown.join(", ") || "(none)"}`);
}
