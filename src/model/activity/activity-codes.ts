import { DIMENSIONS, type Dimension } from "../identity/activity.ts";
import type { LogTable } from "../rows/log-row.ts";

/** The tables by the numbers that packed days contain. Append only: a number keeps its meaning for good. */
export const TABLE_CODES: readonly LogTable[] = [
  "SigninLogs",
  "AuditLogs",
  "AADUserRiskEvents",
  "AADProvisioningLogs",
  "OfficeActivity",
  "CloudAppEvents",
  "MicrosoftPurviewInformationProtection",
  "EmailEvents",
  "EmailPostDeliveryEvents",
  "EmailUrlInfo",
  "EmailAttachmentInfo",
  "UrlClickEvents",
  "SecurityEvent",
  "IdentityLogonEvents",
  "IdentityQueryEvents",
  "IdentityDirectoryEvents",
  "BehaviorAnalytics",
  "Anomalies",
  "AzureActivity",
  "CommonSecurityLog",
  "Syslog",
  "AADServicePrincipalSignInLogs",
  "AADManagedIdentitySignInLogs",
  "AADNonInteractiveUserSignInLogs",
  "MicrosoftGraphActivityLogs",
];

const TABLE_NUMBERS: ReadonlyMap<LogTable, number> = new Map(TABLE_CODES.map((table, code) => [table, code]));

export function tableCode(table: LogTable): number {
  const code = TABLE_NUMBERS.get(table);
  if (code === undefined) throw new Error(`the table ${table} has no code`);
  return code;
}

export function tableOfCode(code: number): LogTable {
  const table = TABLE_CODES[code];
  if (table === undefined) throw new Error(`no table has the code ${code}`);
  return table;
}

const DIMENSION_NUMBERS: ReadonlyMap<Dimension, number> = new Map(DIMENSIONS.map((name, code) => [name, code]));

/** Returns the number of a dimension in packed days and stored values: its place in `DIMENSIONS`, which is append only. */
export const dimensionCode = (dimension: Dimension): number => DIMENSION_NUMBERS.get(dimension) ?? 0;
