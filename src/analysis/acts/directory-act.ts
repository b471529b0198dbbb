/** What an act concerns. */
export type ActArea =
  | "access_package"
  | "access_review"
  | "admin_unit"
  | "app"
  | "app_management_policy"
  | "app_owner"
  | "app_permission"
  | "app_proxy"
  | "app_role"
  | "app_uri"
  | "audit_settings"
  | "auth_methods_policy"
  | "authorization_policy"
  | "bulk_operation"
  | "conditional_access"
  | "consent"
  | "credential"
  | "cross_tenant_access"
  | "device"
  | "device_owner"
  | "device_policy"
  | "device_secret"
  | "directory_sync"
  | "dlp_policy"
  | "domain"
  | "eligible_role"
  | "federation"
  | "group"
  | "group_owner"
  | "group_rule"
  | "guest"
  | "inbox_rule"
  | "legacy_protocol"
  | "mail_app"
  | "mail_connector"
  | "mail_protection"
  | "mailbox_forwarding"
  | "mailbox_permission"
  | "member"
  | "mfa"
  | "named_location"
  | "partner"
  | "password"
  | "password_policy"
  | "pim_role"
  | "policy"
  | "risk"
  | "role"
  | "role_definition"
  | "role_settings"
  | "root_access"
  | "security_defaults"
  | "security_method"
  | "security_log"
  | "sharing_policy"
  | "site_admin"
  | "teams_policy"
  | "temporary_pass"
  | "tenant_settings"
  | "transport_rule"
  | "trust"
  | "user";

/** What was done. */
export type ActVerb =
  | "activated"
  | "added"
  | "changed"
  | "cleared"
  | "confirmed"
  | "disabled"
  | "dismissed"
  | "enabled"
  | "promoted"
  | "read"
  | "removed"
  | "reset"
  | "restored"
  | "started"
  | "verified";

export type ActKind = `${ActArea}.${ActVerb}`;

/**
 * Whether a change of a control makes the organization weaker. `neutral`: it does neither, or the act is no change of a
 * control. `unknown`: the row does not contain enough values to decide.
 */
export type ActDirection = "weakens" | "strengthens" | "neutral" | "unknown";

/**
 * One successful act of administration, the same whichever table reports it. Texts are folded (trimmed, lower case) and
 * at most `MAX_ACT_TEXT` long, so that two reports of one act are equal in kind, actor and object.
 */
export interface DirectoryAct {
  readonly kind: ActKind;
  readonly direction: ActDirection;
  /** The user principal name of the actor, or else its name or id. */
  readonly actor: string | null;
  /** What was changed: a role, group, application, policy, domain, mailbox or user. A name where the row has one, else an id. */
  readonly object: string | null;
  /** Who or what got it or lost it: the member, grantee, owner, delegate or recipient. */
  readonly target: string | null;
  /** The target as the key of an actor (`upn:`, `oid:`), so that its own acts can be compared. */
  readonly targetKey: string | null;
  /** The id of the object in the directory; of an application the application id where the row has it. */
  readonly objectId: string | null;
  /** Permissions, rights or the settings that changed. */
  readonly detail: string | null;
  /** The same texts as the row writes them, for people. */
  readonly shown: Readonly<Record<"actor" | "object" | "target" | "detail", string | null>>;
  /** Mail addresses outside of the domains of actor and mailbox to which mail is sent from now on. */
  readonly outside: readonly string[];
  /** The parameters of a command, by name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

export const MAX_ACT_TEXT = 320;
