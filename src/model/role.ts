/** The roles of a member of a domain, from the one with the most rights to the one with the fewest. */
export const ROLES = ["owner", "admin", "analyst", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** What a member may do, with the roles that may do it. Every route of the admin API declares one of these rights. */
export const RIGHTS = {
  /** Read cases, threat events, people, identities, drift, integrations and readiness. */
  "posture:read": ["owner", "admin", "analyst", "viewer"],
  /** Read the log rows behind a threat event, which hold more than the findings made from them. */
  "evidence:read": ["owner", "admin", "analyst"],
  /** Change the state of a case, give verdicts and write notes. */
  "cases:decide": ["owner", "admin", "analyst"],
  /** Create, rotate and revoke API keys. */
  "keys:manage": ["owner", "admin"],
  /** Configure, test and switch integrations. */
  "integrations:manage": ["owner", "admin"],
  /** Switch rules on and off and make exceptions. */
  "rules:manage": ["owner", "admin"],
  /** Force a resource to be ready. */
  "readiness:manage": ["owner", "admin"],
  /** Read and verify the audit log. */
  "audit:read": ["owner", "admin"],
  /** See who is a member. */
  "members:read": ["owner", "admin"],
  /** Add and remove members and change their roles. */
  "members:manage": ["owner"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Right = keyof typeof RIGHTS;

/** What each right allows, as the end of a sentence such as "an analyst may". */
export const RIGHT_TEXTS: Readonly<Record<Right, string>> = {
  "posture:read": "read cases, people, identities, drift and integrations",
  "evidence:read": "read the log rows behind a threat event",
  "cases:decide": "give verdicts on cases",
  "keys:manage": "create, rotate and revoke API keys",
  "integrations:manage": "set up, test and switch integrations",
  "rules:manage": "switch rules and make exceptions",
  "readiness:manage": "make a resource ready",
  "audit:read": "read and verify the audit log",
  "members:read": "see the members",
  "members:manage": "invite and remove members and change roles",
};

/** Returns whether a role includes a right. */
export const mayDo = (role: Role, right: Right): boolean => (RIGHTS[right] as readonly Role[]).includes(role);

export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);
