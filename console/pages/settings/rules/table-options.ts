import type { LogTable } from "../../../../src/model/rows/log-row.ts";
import type { Option } from "../../../ui/field.tsx";

/** Every log table; the type makes sure that none is missing. */
const TABLES: Readonly<Record<LogTable, true>> = {
  SigninLogs: true,
  AuditLogs: true,
  AADUserRiskEvents: true,
  CloudAppEvents: true,
  OfficeActivity: true,
  EmailEvents: true,
  EmailPostDeliveryEvents: true,
  EmailUrlInfo: true,
  EmailAttachmentInfo: true,
  UrlClickEvents: true,
  SecurityEvent: true,
  IdentityLogonEvents: true,
  IdentityQueryEvents: true,
  IdentityDirectoryEvents: true,
  BehaviorAnalytics: true,
  Anomalies: true,
  AzureActivity: true,
  CommonSecurityLog: true,
  Syslog: true,
  AADProvisioningLogs: true,
  MicrosoftPurviewInformationProtection: true,
  AADServicePrincipalSignInLogs: true,
  AADManagedIdentitySignInLogs: true,
  AADNonInteractiveUserSignInLogs: true,
  MicrosoftGraphActivityLogs: true,
};

/** The log tables as options of a filter, by name. */
export const TABLE_OPTIONS: readonly Option[] = Object.keys(TABLES)
  .sort()
  .map((table) => ({ value: table, label: table }));
