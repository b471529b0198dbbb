import type { SOURCE_TABLES as SourceTables } from "../../../src/model/vocabulary.ts";

/** The tactics that detections name. */
export const CATEGORIES: Readonly<Record<string, string>> = {
  reconnaissance: "Reconnaissance",
  initial_access: "Initial access",
  execution: "Execution",
  persistence: "Persistence",
  privilege_escalation: "Privilege escalation",
  defense_evasion: "Defense evasion",
  credential_access: "Credential access",
  discovery: "Discovery",
  lateral_movement: "Lateral movement",
  collection: "Collection",
  command_and_control: "Command and control",
  exfiltration: "Exfiltration",
  impact: "Impact",
};

/** Where events come from. */
export const SOURCES: Readonly<Record<keyof typeof SourceTables, string>> = {
  entra_signin: "Entra sign-ins",
  entra_audit: "Entra audit log",
  entra_risk: "Entra risk detections",
  entra_provisioning: "Entra provisioning",
  cloud_app: "Cloud applications",
  office_activity: "Office activity",
  email: "Email",
  email_post_delivery: "Email after delivery",
  email_url: "Links in email",
  email_attachment: "Email attachments",
  url_click: "Clicks on links",
  windows_security: "Windows security log",
  identity_logon: "Directory logons",
  identity_query: "Directory queries",
  identity_directory: "Directory changes",
  behavior_analytics: "Behavior analytics",
  anomalies: "Anomalies",
  azure_activity: "Azure activity",
  cef: "Network devices (CEF)",
  syslog: "Syslog",
  information_protection: "Information protection",
};
