import type { LogTable } from "../../model/rows/log-row.ts";

/** Short names of tables in stored hits. Never change one: stored hits have it. */
const CODES: Readonly<Record<LogTable, string>> = {
  SigninLogs: "si",
  AuditLogs: "au",
  AADUserRiskEvents: "ri",
  CloudAppEvents: "ca",
  OfficeActivity: "of",
  EmailEvents: "em",
  EmailPostDeliveryEvents: "ep",
  EmailUrlInfo: "eu",
  EmailAttachmentInfo: "ea",
  UrlClickEvents: "uc",
  SecurityEvent: "se",
  IdentityLogonEvents: "il",
  IdentityQueryEvents: "iq",
  IdentityDirectoryEvents: "id",
  BehaviorAnalytics: "be",
  Anomalies: "an",
  AzureActivity: "az",
  CommonSecurityLog: "cs",
  Syslog: "sy",
  AADProvisioningLogs: "pr",
  MicrosoftPurviewInformationProtection: "ip",
  AADServicePrincipalSignInLogs: "sp",
  AADManagedIdentitySignInLogs: "mi",
  AADNonInteractiveUserSignInLogs: "ni",
  MicrosoftGraphActivityLogs: "gr",
};

const TABLES = new Map(Object.entries(CODES).map(([table, code]) => [code, table as LogTable]));

export const codeOfTable = (table: LogTable): string => CODES[table];

/** Returns the table of a code. A hit of a version that had other tables may have a name. */
export const tableOfCode = (code: string): LogTable => TABLES.get(code) ?? (code as LogTable);
