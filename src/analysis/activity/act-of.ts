import type { RowActor } from "../../model/rows/actor.ts";
import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import type { Act, ActReader } from "./act.ts";
import { auditAct, provisioningAct } from "./readers/audit-acts.ts";
import { azureAct } from "./readers/azure-acts.ts";
import { clickAct, emailAct } from "./readers/email-acts.ts";
import { graphAct } from "./readers/graph-acts.ts";
import { directoryAct, logonAct, queryAct } from "./readers/identity-acts.ts";
import { networkAct, syslogAct } from "./readers/network-acts.ts";
import { cloudAppAct, labelAct, officeAct } from "./readers/office-acts.ts";
import { serviceSignInAct, userSignInAct } from "./readers/sign-in-acts.ts";
import { windowsAct } from "./readers/windows-acts.ts";

/**
 * Tables whose rows report acts. Rows of the others are about the actor but not by it: mail that arrived, and risks and
 * anomalies, which are alerts.
 */
const READERS: Readonly<Partial<Record<LogTable, ActReader>>> = {
  SigninLogs: userSignInAct,
  AADNonInteractiveUserSignInLogs: userSignInAct,
  AADServicePrincipalSignInLogs: serviceSignInAct,
  AADManagedIdentitySignInLogs: serviceSignInAct,
  MicrosoftGraphActivityLogs: graphAct,
  AuditLogs: auditAct,
  AADProvisioningLogs: provisioningAct,
  AzureActivity: azureAct,
  OfficeActivity: officeAct,
  CloudAppEvents: cloudAppAct,
  MicrosoftPurviewInformationProtection: labelAct,
  EmailEvents: emailAct,
  UrlClickEvents: clickAct,
  SecurityEvent: windowsAct,
  IdentityLogonEvents: logonAct,
  IdentityQueryEvents: queryAct,
  IdentityDirectoryEvents: directoryAct,
  CommonSecurityLog: networkAct,
  Syslog: syslogAct,
};

/** Returns what the actor of a row did; null if the row does not report an act of its actor. */
export const actOf = (row: LogRow, actor: RowActor): Act | null => READERS[row.table]?.(row, actor) ?? null;
