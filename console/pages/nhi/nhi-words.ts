import type {
  ARCHETYPES as Archetypes,
  CREDENTIAL_FLAGS as CredentialFlags,
  OUTLIER_REASONS as OutlierReasons,
  OWASP_NHI as OwaspNhi,
  STEWARD_RELATIONS as StewardRelations,
} from "../../../src/model/identity/nhi-words.ts";
import type { NHI_CLASSES as NhiClasses, PROVIDERS as Providers } from "../../../src/model/vocabulary.ts";
import type { Tone } from "../../ui/badge.tsx";

/** The words of the model are types only here; a word that differs from the model does not compile. */
export const NHI_CLASSES: typeof NhiClasses = {
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
};

export const PROVIDERS: typeof Providers = {
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
};

export const ARCHETYPES: typeof Archetypes = {
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
};

export const CREDENTIAL_FLAGS: typeof CredentialFlags = {
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
};

export const STEWARD_RELATIONS: typeof StewardRelations = {
  declared_owner: "declared owner",
  sponsor: "sponsor",
  app_owner: "owner of the application",
  sp_owner: "owner of the service principal",
  resource_owner: "owner of the resource",
  creator: "creator",
  credential_manager: "manager of its credentials",
  manager_of_former_owner: "manager of a former owner",
};

export const OUTLIER_REASONS: typeof OutlierReasons = {
  more_privileged: "it is more privileged than most members",
  rare_permission: "it holds a privileged permission that fewer than 10 % of the members hold",
  different_rhythm: "fewer than 10 % of the members are active in the same rhythm",
  no_owner: "nobody is responsible for it, unlike most members",
  foreign_publisher: "its application belongs to another tenant than those of most members",
};

export const OWASP_NHI: typeof OwaspNhi = {
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
};

export const STATUSES: Readonly<Record<string, string>> = { active: "Active", dormant: "Dormant" };

export const CUSTODY: Readonly<Record<string, string>> = {
  human: "A person is responsible",
  system: "A system is responsible",
  ungoverned: "Nobody is responsible",
};

export const RISK_TONES: Readonly<Record<string, Tone>> = {
  low: "low",
  medium: "medium",
  high: "high",
  critical: "critical",
};

export const LEGITIMACY_TONES: Readonly<Record<string, Tone>> = {
  verified: "good",
  expected: "good",
  unverified: "medium",
  suspicious: "critical",
};

export const POSTURE_TONES: Readonly<Record<string, Tone>> = { good: "good", fair: "medium", poor: "high" };

export const POSTURES: Readonly<Record<string, string>> = {
  good: "Good",
  fair: "Fair",
  poor: "Poor",
  none: "No credentials of its own",
};

export const CREDENTIAL_STATE_TONES: Readonly<Record<string, Tone>> = {
  active: "good",
  expiring: "medium",
  expired: "high",
  unused: "medium",
  never_used: "medium",
};

export const USAGES: Readonly<Record<string, string>> = {
  used: "Used",
  unused: "Not used in 90 days",
  never_used: "Never used",
  unknown: "Not visible in logs",
};

export const USAGE_TONES: Readonly<Record<string, Tone>> = { used: "good", unused: "medium", never_used: "medium" };

export const AGREEMENTS: Readonly<Record<string, string>> = {
  consistent: "What was observed is what its owner describes",
  partial: "What was observed is partly what its owner describes",
  conflicting: "What was observed is not what its owner describes",
  unstated: "Its owner wrote no description",
};

export const EVIDENCE: Readonly<Record<string, string>> = {
  observed: "observed in activity",
  inferred: "inferred from permissions",
};

export const CONSENTS: Readonly<Record<string, string>> = {
  admin: "An administrator consented",
  user: "Users consented for themselves",
  preauthorized: "Authorized in advance",
  none: "No consent was needed",
  unknown: "Not known",
};

export const RELATIONS: Readonly<Record<string, string>> = {
  owner: "owns it",
  sponsor: "sponsors it",
  creator: "created it",
  credential_manager: "manages its credentials",
  consented: "consented to it",
  runs_as: "runs as it",
  federates_to: "may use it by federation",
  manages: "manages it",
};

/** Kinds of neighbors and callers that read badly as they are. */
export const KINDS: Readonly<Record<string, string>> = { api: "API", nhi: "Machine identity", vm: "Virtual machine" };

export const WHY_CHOSEN: Readonly<Record<string, string>> = {
  recent: "Recent",
  rare: "Rare",
  failed: "Failed",
  privileged: "Privileged",
  typical: "Typical",
};

export const DIRECTIONS: Readonly<Record<string, string>> = {
  inbound: "Mostly writes",
  outbound: "Mostly reads and exports",
  internal: "Reads and writes",
  none: "No data moved",
};

/** The sections with a coverage verdict, in the order of the page. */
export const SECTIONS: Readonly<Record<string, string>> = {
  overview: "Overview",
  identity: "Identity",
  role: "Role",
  purpose: "Purpose",
  stewardship: "Stewardship",
  stewards: "Stewards",
  custody: "Custody",
  access: "Access",
  iam: "Authentication",
  interactions: "Interactions",
  data_movement: "Data movement",
  identity_metadata: "Directory object",
  cluster: "Cluster",
  risk: "Risk",
  risk_lens: "Reach",
  asset_tier: "Asset tier",
  resource_edges: "What it reaches",
  actor_edges: "Who acts",
  operations: "Operations",
  call_samples: "Call samples",
  call_rhythm: "Call rhythm",
  credential_posture: "Credentials",
  drift: "Changes",
};
