import type { LogTable } from "../../model/rows/log-row.ts";

/** Where the rows of a table have what an act was done to, and the names of malware; the first text decides. */
export interface ObjectPaths {
  readonly object: readonly string[];
  /** The object is different every time: a file, a message, a link. */
  readonly isPassing?: boolean;
  readonly malware?: readonly string[];
  /** The id of the occurrence that other tables have too, and what it is the id of. */
  readonly occurrence?: { readonly of: "sign-in" | "message" | "request"; readonly paths: readonly string[] };
}

const SIGN_IN: ObjectPaths = {
  object: [],
  occurrence: { of: "sign-in", paths: ["CorrelationId", "OriginalRequestId", "RequestId"] },
};
const MESSAGE = { of: "message", paths: ["NetworkMessageId"] } as const;
const THREATS = ["ThreatNames", "ThreatTypes"];

export const OBJECT_PATHS: Readonly<Partial<Record<LogTable, ObjectPaths>>> = {
  SigninLogs: SIGN_IN,
  AADNonInteractiveUserSignInLogs: SIGN_IN,
  AADServicePrincipalSignInLogs: SIGN_IN,
  AADManagedIdentitySignInLogs: SIGN_IN,
  AADUserRiskEvents: SIGN_IN,
  AuditLogs: {
    object: ["TargetResources.userPrincipalName", "TargetResources.displayName", "TargetResources.id"],
    occurrence: { of: "request", paths: ["CorrelationId"] },
  },
  AADProvisioningLogs: { object: ["TargetIdentity.Name", "TargetIdentity.name", "TargetIdentity.id"] },
  OfficeActivity: {
    object: ["SourceFileName", "ItemName", "OfficeObjectId", "Name", "MailboxOwnerUPN", "Site_Url"],
    isPassing: true,
    occurrence: { of: "request", paths: ["InterSystemsId"] },
  },
  CloudAppEvents: {
    object: ["ObjectName", "RawEventData.SourceFileName", "RawEventData.ObjectId", "ObjectId"],
    isPassing: true,
    occurrence: { of: "request", paths: ["RawEventData.InterSystemsId"] },
  },
  MicrosoftPurviewInformationProtection: { object: ["ItemName", "ObjectId"], isPassing: true },
  AzureActivity: { object: ["_ResourceId", "ResourceId", "Resource", "ResourceGroup"] },
  EmailEvents: { object: ["Subject"], isPassing: true, malware: THREATS, occurrence: MESSAGE },
  EmailPostDeliveryEvents: { object: MESSAGE.paths, isPassing: true, malware: THREATS, occurrence: MESSAGE },
  EmailUrlInfo: { object: ["Url"], isPassing: true, occurrence: MESSAGE },
  EmailAttachmentInfo: { object: ["FileName"], isPassing: true, malware: THREATS, occurrence: MESSAGE },
  UrlClickEvents: { object: ["Url"], isPassing: true, malware: THREATS },
  SecurityEvent: {
    object: [
      ...["NewProcessName", "ServiceName", "ObjectName", "MemberName", "TargetUserName", "TargetAccount", "ShareName"],
      ...["RelativeTargetName", "TaskName", "ProcessName"],
    ],
  },
  IdentityLogonEvents: { object: ["DestinationDeviceName", "TargetDeviceName"] },
  IdentityQueryEvents: { object: ["QueryTarget", "TargetAccountUpn", "DestinationDeviceName"] },
  IdentityDirectoryEvents: { object: ["TargetAccountUpn", "TargetAccountDisplayName", "DestinationDeviceName"] },
  CommonSecurityLog: {
    object: ["DestinationHostName", "RequestURL", "DestinationIP", "FileName"],
    malware: ["ThreatDescription", "IndicatorThreatType"],
  },
  BehaviorAnalytics: { object: ["ActionType"], occurrence: { of: "request", paths: ["SourceRecordId"] } },
  Anomalies: { object: ["AnomalyTemplateName"] },
};
