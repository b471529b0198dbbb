import type { Tone } from "../../ui/badge.tsx";

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
