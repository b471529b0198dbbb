/** The vocabulary of NHI personas, used by the contract and by the analysis. Maps hold the words with their labels. */

/** What an identity is for. */
export const ARCHETYPES = {
  vendor_platform: "Vendor platform service",
  ai_agent: "AI agent",
  identity_sync: "Identity synchronization",
  identity_admin: "Identity administration",
  ci_cd: "Build and deployment",
  infrastructure_automation: "Infrastructure automation",
  application_backend: "Application backend",
  data_pipeline: "Data pipeline",
  backup_recovery: "Backup and recovery",
  security_tooling: "Security tooling",
  monitoring: "Monitoring and inventory",
  mail_automation: "Mail automation",
  collaboration_bot: "Collaboration bot",
  saas_integration: "SaaS integration",
  sign_in_app: "Sign-in application",
  endpoint_management: "Endpoint management",
  human_operated: "Human-operated identity",
  unclassified: "Unclassified",
} as const;
export type Archetype = keyof typeof ARCHETYPES;

/** What an identity does, as far as its operations and permissions show. */
export const FUNCTIONS = {
  read_directory: "reads the directory",
  write_directory: "changes directory objects",
  manage_identities: "manages identities and their access",
  deploy_resources: "deploys cloud resources",
  operate_compute: "manages cloud resources",
  read_secrets: "reads secrets",
  read_mail: "reads mail",
  send_mail: "sends mail",
  read_files: "reads files",
  write_files: "changes files",
  chat_bot: "takes part in chats",
  collect_logs: "collects logs",
  respond_to_threats: "responds to threats",
  backup_restore: "backs up and restores content",
  sync_identities: "synchronizes identities",
  move_data: "uses data stores",
  query_data: "queries data",
  call_model: "calls AI models",
  sign_in_users: "signs users in",
  other: "performs other operations",
} as const;
export type FunctionId = keyof typeof FUNCTIONS;

export const RHYTHMS = {
  fixed_interval: "Fixed interval",
  scheduled_daily: "Daily schedule",
  scheduled_weekly: "Weekly schedule",
  business_hours: "Business hours",
  continuous: "Continuous",
  bursty: "Bursts",
  sporadic: "Sporadic",
  irregular: "Irregular",
  silent: "Silent",
} as const;
export type RhythmClass = keyof typeof RHYTHMS;

/** Ways to authenticate, the strongest first. */
export const AUTH_METHODS = [
  "managed",
  "federated",
  "certificate",
  "kerberos",
  "blueprint",
  "client_secret",
  "token",
  "access_key",
  "api_key",
  "password",
  "none",
  "unknown",
] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

export const CREDENTIAL_FLAGS = {
  expired_present: "an expired credential is still present",
  expired_in_use: "an expired credential was used after its end",
  expiring_30d: "a credential expires within 30 days",
  long_lifetime: "a secret is valid for more than 180 days",
  very_long_lifetime: "a secret is valid for more than two years",
  unused_30d: "a valid credential has not been used for 30 days",
  multiple_valid_secrets: "several secrets are valid at the same time",
  secret_on_service_principal:
    "a secret is set on the service principal itself, where the application's owner does not see it",
  secret_and_certificate: "a secret exists beside a certificate",
  password_never_expires: "the password never expires",
  not_rotated_1y: "a secret has not been rotated for a year",
  federation_wildcard: "a federated credential trusts any subject that matches a wildcard",
  shared_credential: "the same credential is set on several identities",
} as const;
export type CredentialFlag = keyof typeof CREDENTIAL_FLAGS;

export const CREDENTIAL_STATES = ["active", "expiring", "expired", "unused", "never_used", "not_yet_valid"] as const;

export const STEWARD_RELATIONS = {
  declared_owner: "declared owner",
  sponsor: "sponsor",
  app_owner: "owner of the application",
  sp_owner: "owner of the service principal",
  resource_owner: "owner of the resource",
  creator: "creator",
  credential_manager: "manager of its credentials",
  manager_of_former_owner: "manager of a former owner",
} as const;
export type StewardRelation = keyof typeof STEWARD_RELATIONS;

export const LEGITIMACY_SIGNALS = [
  "first_party",
  "own_tenant",
  "verified_publisher",
  "gallery_template",
  "admin_consent",
  "long_history",
  "known_to_fleet",
  "unverified_publisher",
  "new_foreign_app",
  "lookalike_name",
  "reply_url_mismatch",
  "user_consent_high_scope",
  "disabled_by_vendor",
] as const;
export type LegitimacySignal = (typeof LEGITIMACY_SIGNALS)[number];

export const LEGITIMACY_VERDICTS = ["verified", "expected", "unverified", "suspicious"] as const;
export type LegitimacyVerdict = (typeof LEGITIMACY_VERDICTS)[number];

/** The OWASP Non-Human Identities Top 10 of 2025. */
export const OWASP_NHI = {
  NHI1: "Improper offboarding",
  NHI2: "Secret leakage",
  NHI3: "Vulnerable third-party NHI",
  NHI4: "Insecure authentication",
  NHI5: "Overprivileged NHI",
  NHI6: "Insecure cloud deployment configurations",
  NHI7: "Long-lived secrets",
  NHI8: "Environment isolation",
  NHI9: "NHI reuse",
  NHI10: "Human use of NHI",
} as const;

export const OUTLIER_REASONS = {
  more_privileged: "it is more privileged than most members",
  rare_permission: "it holds a privileged permission that fewer than 10 % of the members hold",
  different_rhythm: "fewer than 10 % of the members are active in the same rhythm",
  no_owner: "nobody is responsible for it, unlike most members",
  foreign_publisher: "its application belongs to another tenant than those of most members",
} as const;
export type OutlierReason = keyof typeof OUTLIER_REASONS;

/** The sections of the NHI detail with a coverage verdict. */
export const NHI_SECTIONS = [
  "overview",
  "identity",
  "role",
  "purpose",
  "stewardship",
  "stewards",
  "custody",
  "access",
  "iam",
  "interactions",
  "data_movement",
  "identity_metadata",
  "cluster",
  "risk",
  "risk_lens",
  "asset_tier",
  "resource_edges",
  "actor_edges",
  "operations",
  "call_samples",
  "call_rhythm",
  "credential_posture",
  "drift",
] as const;
export type NhiSection = (typeof NHI_SECTIONS)[number];
