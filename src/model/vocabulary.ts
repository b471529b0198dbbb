/** The enumerations of the product, used by the contract, the store and transfer. */

export const THREAT_TYPES = [
  "data_exfiltration",
  "insider_threat",
  "privilege_escalation",
  "policy_violation",
  "account_compromise",
  "sabotage",
  "financial_fraud",
] as const;
export type ThreatType = (typeof THREAT_TYPES)[number];

export const CASE_STATES = ["discover", "pending_investigation", "investigating", "enforced", "closed"] as const;
export type CaseState = (typeof CASE_STATES)[number];

export const VERDICT_OUTCOMES = ["SAFE", "TRUE_POSITIVE", "FALSE_POSITIVE", "DUPLICATE", "ESCALATED"] as const;
export type VerdictOutcome = (typeof VERDICT_OUTCOMES)[number];

export const SEVERITIES = ["none", "low", "medium", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The signals that connectors provide; also the `signal_type` of a threat event. */
export const SIGNALS = [
  "core_iam",
  "mfa",
  "passwordless",
  "device_trust",
  "physical_access",
  "communications",
  "productivity",
  "saas",
  "iga",
  "endpoint_security",
  "pam",
  "network",
  "zero_trust",
  "cloud",
  "infrastructure",
] as const;
export type Signal = (typeof SIGNALS)[number];

/** The published map from the `source` of a threat event to the log table with its rows. */
export const SOURCE_TABLES = {
  entra_signin: "SigninLogs",
  entra_audit: "AuditLogs",
  entra_risk: "AADUserRiskEvents",
  cloud_app: "CloudAppEvents",
  office_activity: "OfficeActivity",
  email: "EmailEvents",
  email_post_delivery: "EmailPostDeliveryEvents",
  email_url: "EmailUrlInfo",
  email_attachment: "EmailAttachmentInfo",
  url_click: "UrlClickEvents",
  windows_security: "SecurityEvent",
  identity_logon: "IdentityLogonEvents",
  identity_query: "IdentityQueryEvents",
  identity_directory: "IdentityDirectoryEvents",
  behavior_analytics: "BehaviorAnalytics",
  anomalies: "Anomalies",
  azure_activity: "AzureActivity",
  cef: "CommonSecurityLog",
  syslog: "Syslog",
  entra_provisioning: "AADProvisioningLogs",
  information_protection: "MicrosoftPurviewInformationProtection",
} as const;
export type Source = keyof typeof SOURCE_TABLES;
export type SourceTable = (typeof SOURCE_TABLES)[Source];

export const SOURCE_TABLE_NAMES: readonly SourceTable[] = Object.values(SOURCE_TABLES);

export const DRIFT_PERIODS = ["7d", "30d", "90d", "180d"] as const;
export type DriftPeriod = (typeof DRIFT_PERIODS)[number];

/** How complete the data behind a persona section is. */
export const COVERAGE_VERDICTS = ["sufficient", "partial", "insufficient", "none"] as const;
export type CoverageVerdict = (typeof COVERAGE_VERDICTS)[number];

export const PERSONA_SECTIONS = [
  "overview",
  "identity",
  "role",
  "workstreams",
  "access",
  "posture",
  "risk_lens",
] as const;
export type PersonaSection = (typeof PERSONA_SECTIONS)[number];

export const NHI_STATUSES = ["active", "dormant"] as const;
export type NhiStatus = (typeof NHI_STATUSES)[number];

export const NHI_CLASSES = {
  ai_agent: "AI agent",
  managed_identity: "Managed identity",
  workload_identity: "Federated workload identity",
  api_credential: "API key or token",
  oauth_app: "OAuth application",
  service_account: "Service account",
  machine_account: "Machine account",
  platform_service: "Platform service",
  service_principal: "Service principal",
  unknown: "Unclassified",
} as const;
export type NhiClass = keyof typeof NHI_CLASSES;

/** The platforms of non-human identities, by key, with their labels. */
export const PROVIDERS = {
  entra: "Microsoft Entra ID",
  azure: "Microsoft Azure",
  active_directory: "Active Directory",
  microsoft365: "Microsoft 365",
  aws: "Amazon Web Services",
  google_cloud: "Google Cloud",
  google_workspace: "Google Workspace",
  github: "GitHub",
  gitlab: "GitLab",
  okta: "Okta",
  kubernetes: "Kubernetes",
  slack: "Slack",
  salesforce: "Salesforce",
  snowflake: "Snowflake",
  databricks: "Databricks",
  openai: "OpenAI",
  anthropic: "Anthropic",
  other: "Other",
} as const;
export type Provider = keyof typeof PROVIDERS;

export const CUSTODY_KINDS = ["human", "system", "ungoverned"] as const;

export const CONNECTOR_CATEGORIES = [
  "identity_provider",
  "authentication",
  "device_management",
  "endpoint_security",
  "physical_access",
  "collaboration",
  "saas_application",
  "access_governance",
  "network_security",
  "cloud_platform",
  "log_source",
] as const;
export type ConnectorCategory = (typeof CONNECTOR_CATEGORIES)[number];

export const INTEGRATION_STATUSES = ["active", "degraded", "disabled", "pending", "not_configured"] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];

/** Resources that can be not ready; the `resource` of a 423 body. */
export const READINESS_RESOURCES = ["cases", "threats", "personas", "nhi", "nhi-clusters"] as const;
export type ReadinessResource = (typeof READINESS_RESOURCES)[number];

/** The scopes of a new key unless others are given. */
export const READ_SCOPES = [
  "cases:read",
  "threats:read",
  "users:read",
  "personas:read",
  "nhi:read",
  "integrations:read",
  "drift:read",
] as const;
/** Log rows hold more than the findings made from them, so `evidence:read` has to be granted explicitly. */
export const SCOPES = [...READ_SCOPES, "evidence:read", "cases:verdict", "ingest:write"] as const;
export type Scope = (typeof SCOPES)[number];

/** Resources with a version counter per domain, which every stored change increments. */
export const VERSIONED = [
  "access",
  "cases",
  "threats",
  "users",
  "personas",
  "nhi",
  "integrations",
  "drift",
  "readiness",
  "rules",
] as const;
export type Versioned = (typeof VERSIONED)[number];

/** Returns the keys of a map with their literal types. */
export function keysOf<K extends string>(words: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(words) as K[];
}
