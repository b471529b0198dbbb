// Generated from the OpenAPI document by `npm run openapi`. Do not edit.

import type { CallOptions, ConditionalOptions, NotModified, Received } from "./response.ts";

/** One page of cases. */
export interface CasePage {
  /** The id of the last item if there are more pages, otherwise null. */
  readonly next_cursor: string | null;
  /** Cases, newest first. */
  readonly items: readonly Case[];
}

/** An investigation: related threat events about one user or identity. */
export interface Case {
  /** The id of the case. */
  readonly case_id: string;
  /** The email address of the user; null if the case is about a non-human identity. */
  readonly user_email: string | null;
  /** The name of the user; null if the case is about a non-human identity. */
  readonly user_name: string | null;
  /** The type of threat that the events indicate. */
  readonly threat_type: "data_exfiltration" | "insider_threat" | "privilege_escalation" | "policy_violation" | "account_compromise" | "sabotage" | "financial_fraud";
  /** A short summary of what happened. */
  readonly threat_brief: string;
  /** When the case was created. */
  readonly created_at: string;
  /** When the case or one of its events last changed. */
  readonly updated_at: string;
  /** When the case was closed; null if it is not closed. */
  readonly closed_at: string | null;
  /** The threat events of the case: at most ten of one detector and 200 in all, the strongest. `threat_brief` counts the others. */
  readonly events: readonly CaseEvent[];
  /** The state of the case. Present with `include=state`. */
  readonly state?: "discover" | "pending_investigation" | "investigating" | "enforced" | "closed";
  /** The current verdict, or null if there is none. Present with `include=verdict`. */
  readonly verdict?: Verdict | null;
  /** The highest severity of the events; null if there are none. Present with `include=severity`. New values may be added. Known values: `none`, `low`, `medium`, `high`, `critical`. */
  readonly severity?: string | null;
  /** How likely the case is a real threat, from 0 to 1, as the judge last computed it; null for an imported case. Present with `include=severity`. */
  readonly score?: number | null;
  /** The judge's reasons for the score; empty for an imported case. Present with `include=severity`. */
  readonly reasons?: readonly string[];
  /** When the activity of the case began; null for an imported case. Present with `include=times`. */
  readonly first_event_at?: string | null;
  /** When the activity of the case ended; null for an imported case. Present with `include=times`. */
  readonly last_event_at?: string | null;
}

/** A threat event as shown in a case. */
export interface CaseEvent {
  /** Currently always `threat`. */
  readonly kind: string;
  /** The id of the event, the same as in `GET /threats`. */
  readonly event_id: string;
  /** How serious the event is. Known values: `none`, `low`, `medium`, `high`, `critical`. */
  readonly severity: string;
  /** The kinds of behavior, as ATT&CK tactics. */
  readonly category: readonly string[];
  /** The detection that produced the event, and ATT&CK technique ids where known. */
  readonly subcategory: readonly string[];
  /** The signal the event belongs to. Known values: `core_iam`, `mfa`, `passwordless`, `device_trust`, `physical_access`, `communications`, `productivity`, `saas`, `iga`, `endpoint_security`, `pam`, `network`, `zero_trust`, `cloud`, `infrastructure`. */
  readonly signal_type: string;
  /** Where the event comes from; it determines the log table. */
  readonly source: string;
  /** A short title. */
  readonly title: string;
  /** A one-sentence or two-sentence summary. */
  readonly summary: string;
  /** The name of the user. */
  readonly user_name: string | null;
  /** The email address of the user. */
  readonly user_email: string | null;
  /** The id of the event on the platform it comes from. */
  readonly platform_event_id: string | null;
  /** True while the event is considered a threat. `flagged` and `safe` are never both true. */
  readonly flagged: boolean;
  /** True once a verdict has marked the event as safe. */
  readonly safe: boolean;
  /** When the event was created. */
  readonly created_at: string;
}

/** The current verdict on a case. */
export interface Verdict {
  /** The outcome. */
  readonly outcome: "SAFE" | "TRUE_POSITIVE" | "FALSE_POSITIVE" | "DUPLICATE" | "ESCALATED";
  /** True if the verdict closed or enforced the case. */
  readonly resolved: boolean;
  /** The last 20 comments, oldest first. */
  readonly comments: readonly string[];
  /** The number of earlier comments that are not shown; absent if there are none. */
  readonly comments_omitted?: number;
  /** The events that the verdict applies to; at most the last 200. */
  readonly event_ids: readonly string[];
  /** When the verdict was applied. */
  readonly processed_at: string;
}

/** A verdict to apply to a case. */
export interface VerdictRequest {
  /** `SAFE`: not a threat. `FALSE_POSITIVE`: wrongly detected; has the same effect as `SAFE`. `TRUE_POSITIVE`: a real threat that has been acted on. `DUPLICATE`: handled in another case. `ESCALATED`: handed over to investigators. */
  readonly outcome: "SAFE" | "TRUE_POSITIVE" | "FALSE_POSITIVE" | "DUPLICATE" | "ESCALATED";
  /** At most 2000 Unicode code points. Null and the empty string mean no comment. */
  readonly comment?: string | null;
  /** The events of this case that the verdict applies to. Null and the empty list mean all of them. */
  readonly event_ids?: readonly string[] | null;
}

/** The result of a verdict. */
export interface VerdictResult {
  /** Always true; a verdict that could not be applied is an error response. */
  readonly success: boolean;
  /** The case that the verdict was applied to. */
  readonly case_id: string;
  /** The outcome that was applied. */
  readonly outcome: "SAFE" | "TRUE_POSITIVE" | "FALSE_POSITIVE" | "DUPLICATE" | "ESCALATED";
  /** True if this verdict closed or enforced the case. */
  readonly resolved: boolean;
  /** When the verdict was applied. An identical verdict submitted again returns the time of the first one. */
  readonly processed_at: string;
}

/** One page of threat events. */
export interface ThreatEventPage {
  /** The id of the last item if there are more pages, otherwise null. */
  readonly next_cursor: string | null;
  /** Threat events, newest first. */
  readonly data: readonly ThreatEvent[];
}

/** Suspicious activity of a user or identity, with references to the log rows behind it. To look up a row in your Log Analytics workspace, run `<source_table> | where _ItemId == "<id>"`. */
export interface ThreatEvent {
  /** The id of the event. */
  readonly event_id: string;
  /** Currently always `threat`. */
  readonly kind: string;
  /** The id of the user, if known. */
  readonly tuid: string | null;
  /** The kinds of behavior, as ATT&CK tactics. */
  readonly category: readonly string[];
  /** The detection that produced the event, and ATT&CK technique ids where known. */
  readonly subcategory: readonly string[];
  /** A short title. */
  readonly title: string;
  /** A one-sentence or two-sentence summary. */
  readonly summary: string;
  /** Where the event comes from; it determines the log table. New values may be added. Known values: `entra_signin`, `entra_audit`, `entra_risk`, `cloud_app`, `office_activity`, `email`, `email_post_delivery`, `email_url`, `email_attachment`, `url_click`, `windows_security`, `identity_logon`, `identity_query`, `identity_directory`, `behavior_analytics`, `anomalies`, `azure_activity`, `cef`, `syslog`, `entra_provisioning`, `information_protection`. */
  readonly source: string;
  /** The log table that contains the rows. New values may be added. Known values: `SigninLogs`, `AuditLogs`, `AADUserRiskEvents`, `CloudAppEvents`, `OfficeActivity`, `EmailEvents`, `EmailPostDeliveryEvents`, `EmailUrlInfo`, `EmailAttachmentInfo`, `UrlClickEvents`, `SecurityEvent`, `IdentityLogonEvents`, `IdentityQueryEvents`, `IdentityDirectoryEvents`, `BehaviorAnalytics`, `Anomalies`, `AzureActivity`, `CommonSecurityLog`, `Syslog`, `AADProvisioningLogs`, `MicrosoftPurviewInformationProtection`. */
  readonly source_table: string | null;
  /** The `_ItemId` of each log row behind the event; the row that triggered it comes first. */
  readonly source_event_ids: readonly string[];
  /** The name of the user. */
  readonly user_name: string | null;
  /** The email address of the user. */
  readonly user_email: string | null;
  /** When the event was created. */
  readonly created_at: string;
}

/** The log rows behind a threat event. */
export interface Evidence {
  /** The id of the event. */
  readonly event_id: string;
  /** The rows; the row that triggered the event comes first. */
  readonly items: readonly EvidenceRow[];
}

/** A log row behind a threat event. */
export interface EvidenceRow {
  /** The log table of the row. New values may be added. Known values: `SigninLogs`, `AuditLogs`, `AADUserRiskEvents`, `CloudAppEvents`, `OfficeActivity`, `EmailEvents`, `EmailPostDeliveryEvents`, `EmailUrlInfo`, `EmailAttachmentInfo`, `UrlClickEvents`, `SecurityEvent`, `IdentityLogonEvents`, `IdentityQueryEvents`, `IdentityDirectoryEvents`, `BehaviorAnalytics`, `Anomalies`, `AzureActivity`, `CommonSecurityLog`, `Syslog`, `AADProvisioningLogs`, `MicrosoftPurviewInformationProtection`, `AADServicePrincipalSignInLogs`, `AADManagedIdentitySignInLogs`, `AADNonInteractiveUserSignInLogs`, `MicrosoftGraphActivityLogs`. */
  readonly source_table: string | null;
  /** The `_ItemId` of the row; null if the row is gone and its id was not recorded. */
  readonly source_event_id: string | null;
  /** When the logged activity happened; null if it is not known. */
  readonly time: string | null;
  /** The columns of the row as they were delivered; null if the row is not available. */
  readonly row: Readonly<Record<string, unknown>> | null;
  /** Why `row` is null; null if it is not. `removed`: the row has been deleted. `not_stored`: the event was imported and its row was never delivered, or has been deleted. `response_limit`: the rows before it fill the response, which is limited to 8 MiB. New values may be added. Known values: `removed`, `not_stored`, `response_limit`. */
  readonly reason: string | null;
}

/** One page of users. */
export interface UserPage {
  /** The id of the last item if there are more pages, otherwise null. */
  readonly next_cursor: string | null;
  /** Users by `tuid`, ascending. */
  readonly items: readonly User[];
}

/** A person provisioned from the directory. */
export interface User {
  /** The id of the user in this service. */
  readonly tuid: string;
  /** The domain the user belongs to, which is always the domain of the API key. */
  readonly domain_id: string;
  /** The id of the user in the source directory. */
  readonly external_id: string | null;
  /** The display name. */
  readonly name: string | null;
  /** The sign-in name. */
  readonly user_principal_name: string;
  /** All known email addresses. */
  readonly email_addresses: readonly string[];
  /** The directory group through which the user was provisioned. */
  readonly group_guid: string | null;
  /** False once the account has been disabled or removed in the directory. */
  readonly is_active: boolean;
  /** When the user was created in this service. */
  readonly created_at: string;
  /** When the user last changed. */
  readonly updated_at: string;
}

/** A user's persona in prose. If the user has no persona, every property except `tuid` is null. */
export interface PersonaOverview {
  /** The id of the user. */
  readonly tuid: string;
  /** The user's role, work and access in a few sentences. */
  readonly persona_overview: string | null;
  /** When the persona was first generated. */
  readonly created_at: string | null;
  /** When the persona was last regenerated. */
  readonly updated_at: string | null;
}

/** A user's persona in sections. A section without enough data is null, and `coverage` shows why. */
export interface PersonaDetail {
  /** The id of the user. */
  readonly tuid: string;
  /** When the persona was generated. Null if and only if the user has no persona yet. */
  readonly generated_at: string | null;
  /** Incremented only when this schema changes in a way that breaks clients. */
  readonly contract_version: number;
  /** A summary of the persona. */
  readonly overview: {
    /** The user's role and work. */
    readonly summary: string | null;
    /** Notable facts, the most serious first. */
    readonly key_points: readonly string[];
  } | null;
  /** The account as recorded in the directory. */
  readonly identity: {
    /** The display name. */
    readonly name: string | null;
    /** The primary email address. */
    readonly email: string | null;
    /** The job title. */
    readonly title: string | null;
    /** The department. */
    readonly department: string | null;
    /** The manager's name. */
    readonly manager: string | null;
    /** `self` if this is an admin account, the name of the user's separate admin account, or `none`. */
    readonly admin_account: string | null;
    /** When the account was created. */
    readonly account_created: string | null;
    /** The age of the account, for display. */
    readonly account_age: string | null;
  } | null;
  /** The role inferred from activity. */
  readonly role: {
    /** The role; inferred from activity alone. */
    readonly observed_role: string | null;
    /** How the role compares with the job title: `match`, `related`, `mismatch` or `unknown`. */
    readonly title_match: string | null;
    /** From 0 to 1. */
    readonly confidence: number | null;
  } | null;
  /** The areas of work the user is involved in. */
  readonly workstreams: {
    /** The areas of work in one sentence. */
    readonly summary: string | null;
    /** The areas of work. */
    readonly items: readonly {
      /** A short name. */
      readonly name: string | null;
      /** What the work consists of. */
      readonly description: string | null;
      /** The systems involved. */
      readonly systems: readonly string[];
      /** The people involved. */
      readonly collaborators: readonly string[];
    }[];
  } | null;
  /** What the user can access. */
  readonly access: {
    /** The access in one sentence. */
    readonly summary: string | null;
    /** The number of directory roles. */
    readonly directory_role_count: number | null;
    /** The number of privileged entitlements. */
    readonly privileged_entitlement_count: number | null;
    /** The kinds of privilege the user holds. */
    readonly privileged_classes: readonly string[];
    /** The number of assigned applications. */
    readonly application_count: number | null;
    /** The number of entitlements that have not been used for a long time. */
    readonly dormant_entitlement_count: number | null;
    /** The names of the assigned applications. */
    readonly applications: readonly string[];
    /** The privileged entitlements. */
    readonly privileges: readonly {
      /** The name of the entitlement. */
      readonly name: string | null;
      /** The kind of privilege. */
      readonly privilege_class: string | null;
      /** How the entitlement is held: directly, through a group or by activation. */
      readonly source: string | null;
    }[];
    /** All entitlements, the privileged ones first. */
    readonly entitlements: readonly {
      /** The name of the entitlement. */
      readonly name: string | null;
      /** True if the entitlement is privileged. */
      readonly privileged: boolean | null;
      /** The area it gives access to. */
      readonly access_domain: string | null;
      /** When the entitlement was first seen. */
      readonly first_seen: string | null;
      /** When the entitlement was last used, according to the logs. */
      readonly last_used: string | null;
      /** The share of similar users who hold the entitlement, from 0 to 1. */
      readonly peer_prevalence: number | null;
    }[];
  } | null;
  /** Devices, sign-in activity and the non-human identities the user is responsible for. */
  readonly posture: {
    /** Kinds of devices in regular use. */
    readonly device_classes: readonly string[];
    /** Operating systems in regular use. */
    readonly os_types: readonly string[];
    /** The number of days with at least one sign-in. */
    readonly signin_active_days: number | null;
    /** The number of sign-ins. */
    readonly signin_total_logons: number | null;
    /** Counts of the non-human identities the user is responsible for. */
    readonly nhi: {
      /** Service accounts. */
      readonly service_account_count: number | null;
      /** Service principals. */
      readonly service_principal_count: number | null;
      /** Applications the user has consented to. */
      readonly oauth_grant_count: number | null;
      /** AI agents. */
      readonly agent_count: number | null;
      /** True if one of them has a secret. */
      readonly owns_secrets: boolean | null;
      /** True if the user can create agents. */
      readonly can_create_agents: boolean | null;
    };
  } | null;
  /** The potential impact of a compromised account. */
  readonly risk_lens: {
    /** The extent of potential damage. */
    readonly blast_radius: string | null;
    /** True if the account can change permissions or policies of others. */
    readonly reaches_control_plane: boolean | null;
    /** The number of unused privileges and identities that are still valid. */
    readonly dormant_count: number | null;
    /** How exposed the credentials are. */
    readonly credential_exposure: string | null;
    /** The number of recent anomalies. */
    readonly anomaly_count: number | null;
  } | null;
  /** How complete the data behind each section is. A section is null if and only if its value is `insufficient` or `none`. */
  readonly coverage: {
    /** How complete the data behind `overview` is. */
    readonly overview: "sufficient" | "partial" | "insufficient" | "none";
    /** How complete the data behind `identity` is. */
    readonly identity: "sufficient" | "partial" | "insufficient" | "none";
    /** How complete the data behind `role` is. */
    readonly role: "sufficient" | "partial" | "insufficient" | "none";
    /** How complete the data behind `workstreams` is. */
    readonly workstreams: "sufficient" | "partial" | "insufficient" | "none";
    /** How complete the data behind `access` is. */
    readonly access: "sufficient" | "partial" | "insufficient" | "none";
    /** How complete the data behind `posture` is. */
    readonly posture: "sufficient" | "partial" | "insufficient" | "none";
    /** How complete the data behind `risk_lens` is. */
    readonly risk_lens: "sufficient" | "partial" | "insufficient" | "none";
  };
}

/** One page of non-human identities. */
export interface NhiPage {
  /** The id of the last item if there are more pages, otherwise null. */
  readonly next_cursor: string | null;
  /** Non-human identities by `nuid`, ascending. */
  readonly items: readonly NhiItem[];
}

/** A non-human identity, analyzed or not. */
export interface NhiItem {
  /** The id of the identity. */
  readonly nuid: string;
  /** The name of the identity. */
  readonly display_name: string;
  /** The kind of identity. New values may be added. Known values: `ai_agent`, `managed_identity`, `workload_identity`, `api_credential`, `oauth_app`, `service_account`, `machine_account`, `platform_service`, `service_principal`, `unknown`. */
  readonly nhi_class: string;
  /** The class, for display. */
  readonly nhi_class_label: string;
  /** The type of object on its platform. */
  readonly identity_type: {
    /** The id of the type. */
    readonly id: string;
    /** The type, for display. */
    readonly label: string;
  };
  /** The purpose the identity serves, if known. */
  readonly archetype: string | null;
  /** The archetype, for display. */
  readonly archetype_label: string | null;
  /** The platform the identity belongs to. */
  readonly provider: {
    /** The platform. New values may be added. Known values: `entra`, `azure`, `active_directory`, `microsoft365`, `aws`, `google_cloud`, `google_workspace`, `github`, `gitlab`, `okta`, `kubernetes`, `slack`, `salesforce`, `snowflake`, `databricks`, `openai`, `anthropic`, `other`. */
    readonly key: string;
    /** The platform, for display. */
    readonly label: string;
  };
  /** `dormant` if the identity has not been active for a long time. */
  readonly status: "active" | "dormant";
  /** True once the identity has been analyzed. */
  readonly has_persona: boolean;
  /** The UPN of the person responsible for the identity. */
  readonly steward_upn: string | null;
  /** When the identity was first seen. */
  readonly first_seen: string | null;
  /** When the identity was last seen. */
  readonly last_seen: string | null;
}

/** Everything known about one non-human identity. Objects without described properties are free-form: properties may be added. */
export interface NhiDetail {
  /** The id of the identity. */
  readonly nuid: string;
  /** When the identity was last analyzed; null if it has not been analyzed yet. */
  readonly generated_at: string | null;
  /** Incremented only when this schema changes in a way that breaks clients. */
  readonly contract_version: number;
  /** A summary of the identity. */
  readonly overview: {
    /** One sentence. */
    readonly summary: string | null;
    /** A longer description. */
    readonly narrative: string | null;
    /** Notable facts, the most serious first. */
    readonly key_points: readonly string[] | null;
  } | null;
  /** The identity as recorded in the directory. */
  readonly identity: {
    /** The name of the identity. */
    readonly display_name: string | null;
    /** What kind of identity it is. */
    readonly nhi_class: string;
    /** The class, for display. */
    readonly nhi_class_label: string | null;
    /** The purpose the identity serves. */
    readonly archetype: string | null;
    /** The archetype, for display. */
    readonly archetype_label: string | null;
    /** The platform the identity belongs to. */
    readonly provider: {
      /** The platform. New values may be added. Known values: `entra`, `azure`, `active_directory`, `microsoft365`, `aws`, `google_cloud`, `google_workspace`, `github`, `gitlab`, `okta`, `kubernetes`, `slack`, `salesforce`, `snowflake`, `databricks`, `openai`, `anthropic`, `other`. */
      readonly key: string;
      /** The platform, for display. */
      readonly label: string;
    };
    /** The object id on the platform. */
    readonly principal_id: string | null;
    /** The id of the application. */
    readonly app_id: string | null;
    /** The tenant that owns the application. */
    readonly owning_tenant_id: string | null;
    /** True if it belongs to the vendor of the platform. */
    readonly vendor_first_party: boolean | null;
    /** When the identity was first seen. */
    readonly first_seen: string | null;
    /** When the identity was last seen. */
    readonly last_seen: string | null;
    /** Why this archetype was assigned. */
    readonly archetype_explanation: string | null;
    /** The UPN of the person who created the identity. */
    readonly creator_upn: string | null;
  };
  /** The role inferred from activity. */
  readonly role: {
    /** The role. */
    readonly observed_role: string | null;
    /** The role in one sentence. */
    readonly summary: string | null;
    /** What the role is for. */
    readonly purpose: string | null;
    /** Whether the identity behaves like its peers. */
    readonly match: "typical" | "atypical" | null;
    /** `observed` in activity, or `inferred` from permissions. */
    readonly evidence: "observed" | "inferred" | null;
    /** From 0 to 1. */
    readonly confidence: number | null;
  } | null;
  /** What the identity is for and what it does, as inferred. */
  readonly purpose: Readonly<Record<string, unknown>> | null;
  /** Who is responsible for the identity. */
  readonly stewardship: {
    /** The UPN of the steward. */
    readonly steward_upn: string | null;
    /** The UPN of the creator. */
    readonly creator_upn: string | null;
    /** Whether a person, a system or nobody is responsible. */
    readonly custody_kind: "human" | "system" | "ungoverned";
  } | null;
  /** All candidate stewards. */
  readonly stewards: readonly Readonly<Record<string, unknown>>[] | null;
  /** How the steward was determined. */
  readonly custody: Readonly<Record<string, unknown>> | null;
  /** What the identity can access. */
  readonly access: {
    /** The access in one sentence. */
    readonly summary: string | null;
    /** The number of permissions. */
    readonly permission_count: number;
    /** The number of privileged permissions. */
    readonly privileged_count: number;
    /** Systems it can access. */
    readonly systems: readonly string[] | null;
    /** True if it holds far more permissions than it uses. */
    readonly over_permission: boolean | null;
    /** Applications it can access. */
    readonly applications: readonly string[] | null;
    /** Data stores it can access. */
    readonly data_stores: readonly string[] | null;
    /** Directory roles, as reported by the platform. */
    readonly directory_roles: unknown;
    /** How trustworthy the origin of the identity is, and why. */
    readonly legitimacy: Readonly<Record<string, unknown>> | null;
    /** The entitlements granted to it. */
    readonly entitlements: readonly Readonly<Record<string, unknown>>[] | null;
    /** Scopes used again after a long time. */
    readonly reactivated_scopes: readonly unknown[] | null;
    /** The permissions, each with its tier. */
    readonly permissions: readonly Readonly<Record<string, unknown>>[] | null;
  } | null;
  /** How the identity authenticates: credentials and origins. */
  readonly iam: Readonly<Record<string, unknown>> | null;
  /** The users, identities and systems it interacts with. */
  readonly interactions: Readonly<Record<string, unknown>> | null;
  /** The data it moves, and where to. */
  readonly data_movement: Readonly<Record<string, unknown>> | null;
  /** Further directory attributes. */
  readonly identity_metadata: Readonly<Record<string, unknown>> | null;
  /** The cluster of similar identities it belongs to; null while there are no clusters. */
  readonly cluster: {
    /** The id of the cluster. */
    readonly cluster_id: string;
    /** The name of the cluster. */
    readonly name: string;
    /** The most common tier in the cluster. */
    readonly tier: string;
    /** The most common archetype in the cluster. */
    readonly archetype: string | null;
    /** How the identity ranks within the cluster. */
    readonly rank: Readonly<Record<string, unknown>> | null;
  } | null;
  /** The risk and the factors that contribute to it. */
  readonly risk: Readonly<Record<string, unknown>> | null;
  /** The potential impact of a compromised credential. */
  readonly risk_lens: {
    /** The extent of potential damage. */
    readonly blast_radius: string | null;
    /** True if it can change permissions or policies of others. */
    readonly reaches_control_plane: boolean | null;
  } | null;
  /** How complete the data behind each section is. */
  readonly coverage: Readonly<Record<string, unknown>> | null;
  /** How critical the identity is, and why. */
  readonly asset_tier: Readonly<Record<string, unknown>> | null;
  /** The resources it accesses, one edge per resource. */
  readonly resource_edges: readonly Readonly<Record<string, unknown>>[] | null;
  /** Who uses or manages it, one edge per actor. */
  readonly actor_edges: readonly Readonly<Record<string, unknown>>[] | null;
  /** The operations it performs, with counts. */
  readonly operations: Readonly<Record<string, unknown>> | null;
  /** Sample calls, each with a reference to its log row. */
  readonly call_samples: readonly Readonly<Record<string, unknown>>[] | null;
  /** The times at which it is active. */
  readonly call_rhythm: Readonly<Record<string, unknown>> | null;
  /** The state of its credentials. */
  readonly credential_posture: Readonly<Record<string, unknown>> | null;
  /** Changes compared with its own past. */
  readonly drift: Readonly<Record<string, unknown>> | null;
}

/** A connector type of the catalog, with its status in the domain. */
export interface IntegrationPoint {
  /** The id of the connector type. */
  readonly connector_type: string;
  /** The name, for display. */
  readonly display_name: string;
  /** The product category. */
  readonly category: string;
  /** What the connector reads. */
  readonly description: string;
  /** The signals that the connector provides. Known values: `core_iam`, `mfa`, `passwordless`, `device_trust`, `physical_access`, `communications`, `productivity`, `saas`, `iga`, `endpoint_security`, `pam`, `network`, `zero_trust`, `cloud`, `infrastructure`. */
  readonly signals: readonly string[];
  /** True if the domain has set up the connector. */
  readonly configured: boolean;
  /** True if the connector is enabled. */
  readonly enabled: boolean;
  /** `not_configured`: the domain has no record for it. `disabled`: switched off. `degraded`: the last 3 or more polls failed. `pending`: no poll has succeeded yet. `active`: anything else. New values may be added. Known values: `active`, `degraded`, `disabled`, `pending`, `not_configured`. */
  readonly status: string;
  /** When the connector was set up; null if it is not. */
  readonly created_at: string | null;
  /** When the connector's record last changed; null if it is not set up. */
  readonly updated_at: string | null;
}

/** One page of integrations. */
export interface IntegrationPage {
  /** The `connector_type` of the last item if there are more pages, otherwise null. */
  readonly next_cursor: string | null;
  /** Integrations by `connector_type`, ascending. */
  readonly items: readonly IntegrationPoint[];
}

/** A measured change in what an identity does or what access it holds, compared with its own past. */
export interface DriftEvent {
  /** The id of the drift event. */
  readonly drift_id: string;
  /** The measurement that detected the change. */
  readonly computator: string;
  /** The length of the current window. */
  readonly time_period: "7d" | "30d" | "90d" | "180d";
  /** What changed. Deltas computed by the service have `schema: 1`; imported ones can be any JSON. */
  readonly delta: unknown;
  /** The start of the current window: `detected_at` minus `time_period`. */
  readonly period_start_at: string | null;
  /** The end of the current window. */
  readonly detected_at: string | null;
  /** The user whose behavior changed. */
  readonly user: {
    /** The display name. */
    readonly name: string | null;
    /** The primary email address. */
    readonly email: string | null;
  };
}

/** One page of drift events. */
export interface DriftPage {
  /** The id of the last item if there are more pages, otherwise null. */
  readonly next_cursor: string | null;
  /** Drift events, newest first. */
  readonly items: readonly DriftEvent[];
}

/** The API key that made the request: its domain, scopes and rate limits, and the readiness of each resource. */
export interface WhoAmI {
  /** The domain of the key. All responses are limited to its data. */
  readonly domain: {
    /** The id of the domain. */
    readonly domain_id: string;
    /** The name of the domain. */
    readonly name: string;
  };
  /** The key, without its secret. */
  readonly key: {
    /** The public part of the key. */
    readonly key_id: string;
    /** The name of the key. */
    readonly name: string | null;
    /** What the key is allowed to do. */
    readonly scopes: readonly ("cases:read" | "threats:read" | "users:read" | "personas:read" | "nhi:read" | "integrations:read" | "drift:read" | "evidence:read" | "cases:verdict" | "ingest:write")[];
    /** When the key expires; null if it never expires. */
    readonly expires_at: string | null;
  };
  /** The rate limits of the key. */
  readonly limits: {
    /** The limit for GET and HEAD requests. */
    readonly read: {
      /** The maximum number of requests in any window. */
      readonly limit: number;
      /** The length of the window in seconds. */
      readonly window_seconds: number;
    };
    /** The limit for all other requests. */
    readonly write: {
      /** The maximum number of requests in any window. */
      readonly limit: number;
      /** The length of the window in seconds. */
      readonly window_seconds: number;
    };
  };
  /** Whether each resource is ready to be served. */
  readonly readiness: {
    /** The readiness of `cases`. */
    readonly cases: {
      /** False while requests for the resource return 423. */
      readonly ready: boolean;
      /** The number of days of history that are still needed. */
      readonly days_until_ready: number;
      /** What is missing, for people. */
      readonly details: string;
    };
    /** The readiness of `threats`. */
    readonly threats: {
      /** False while requests for the resource return 423. */
      readonly ready: boolean;
      /** The number of days of history that are still needed. */
      readonly days_until_ready: number;
      /** What is missing, for people. */
      readonly details: string;
    };
    /** The readiness of `personas`. */
    readonly personas: {
      /** False while requests for the resource return 423. */
      readonly ready: boolean;
      /** The number of days of history that are still needed. */
      readonly days_until_ready: number;
      /** What is missing, for people. */
      readonly details: string;
    };
    /** The readiness of `nhi`. */
    readonly nhi: {
      /** False while requests for the resource return 423. */
      readonly ready: boolean;
      /** The number of days of history that are still needed. */
      readonly days_until_ready: number;
      /** What is missing, for people. */
      readonly details: string;
    };
    /** The readiness of `nhi-clusters`. */
    readonly "nhi-clusters": {
      /** False while requests for the resource return 423. */
      readonly ready: boolean;
      /** The number of days of history that are still needed. */
      readonly days_until_ready: number;
      /** What is missing, for people. */
      readonly details: string;
    };
  };
}

/** An error. Which of the optional properties are present depends on `error`. */
export interface Error {
  /** A stable code in snake_case, for programs. */
  readonly error: string;
  /** What is wrong and how to fix it, for people. The wording may change. */
  readonly message: string;
  /** The id of the request, also in the X-Request-Id header. */
  readonly request_id: string;
  /** The invalid query, path or header parameter. */
  readonly param?: string;
  /** The path of the invalid property in the request body. */
  readonly field?: string;
  /** The accepted values or names. */
  readonly allowed?: readonly string[];
  /** The scope that the key lacks. */
  readonly required_scope?: string;
  /** The events that do not belong to the case. */
  readonly event_ids?: readonly string[];
  /** Existing values that are similar to the one that was not found, the most similar first. */
  readonly suggestions?: readonly string[];
  /** The number of seconds to wait before retrying. */
  readonly retry_after?: number;
  /** The rate limit that was exceeded: `read` or `write`; `conditional` for requests with `If-None-Match`; the same with the prefix `domain-` for all keys of the domain together; or `bad-credentials` for failed authentication from one address or with an inactive key. */
  readonly policy?: string;
}

/** The resource is not ready for this domain yet. Only 423 responses have this body. */
export interface NotReady {
  /** Always `resource_not_ready`. */
  readonly error: "resource_not_ready";
  /** The resource that is not ready. */
  readonly resource: "cases" | "threats" | "personas" | "nhi" | "nhi-clusters";
  /** The state of readiness, for people. */
  readonly message: string;
  /** What is missing. */
  readonly details: string;
  /** The number of days of history that are still needed; 0 if something else is missing, see `details`. */
  readonly days_until_ready: number;
  /** When the external API was enabled for the domain. */
  readonly external_api_enabled_at_utc: string;
  /** The current time of the server. */
  readonly now_utc: string;
}

export interface ListCasesQuery {
  /** Any email address or the UPN of the user. Case-insensitive. */
  readonly email?: string | undefined;
  /** Returns only cases in this state. */
  readonly state?: "discover" | "pending_investigation" | "investigating" | "enforced" | "closed" | undefined;
  /** Returns only cases of this threat type. */
  readonly threat_type?: "data_exfiltration" | "insider_threat" | "privilege_escalation" | "policy_violation" | "account_compromise" | "sabotage" | "financial_fraud" | undefined;
  /** Returns only cases created at or after this time. */
  readonly created_after?: string | undefined;
  /** Returns only cases created before this time. */
  readonly created_before?: string | undefined;
  /** Returns only cases of which the service recorded a change at or after this time, however old their rows are. Use it to keep a copy up to date. */
  readonly updated_after?: string | undefined;
  /** Adds properties to each case, comma-separated: `state`; `verdict`; `severity` adds `severity`, `score` and `reasons`; `times` adds `first_event_at` and `last_event_at`. By default a case has exactly the specified fields. */
  readonly include?: readonly ("state" | "verdict" | "severity" | "times")[] | undefined;
  /** Maximum number of items on a page. A value outside 1 to 200 is rejected, never clamped. */
  readonly page_size?: number | undefined;
  /** The `next_cursor` of the previous page, which is the id of its last item. Send it with the same filters. */
  readonly next_cursor?: string | undefined;
}

export interface ListCasesInput {
  readonly query?: ListCasesQuery | undefined;
}

export interface SubmitVerdictParams {
  /** The id of the case. */
  readonly case_id: string;
}

export interface SubmitVerdictHeaders {
  /** A unique value that makes a retry safe for 24 hours: a repeated request returns the stored response. */
  readonly "idempotency-key"?: string | undefined;
  /** The ETag of the case, or `*`. The verdict is rejected with 412 if the case has changed since. */
  readonly "if-match"?: string | undefined;
}

export interface SubmitVerdictInput {
  readonly params: SubmitVerdictParams;
  readonly headers?: SubmitVerdictHeaders | undefined;
  readonly body: VerdictRequest;
}

export interface ListThreatsQuery {
  /** Any email address or the UPN of the user. Case-insensitive. */
  readonly email?: string | undefined;
  /** The id of the user. If `email` is sent too, both must refer to the same user. */
  readonly tuid?: string | undefined;
  /** Returns only events whose `category` contains exactly this value. Case-sensitive. */
  readonly category?: string | undefined;
  /** Returns only events with exactly this `source`. Case-sensitive. */
  readonly source?: string | undefined;
  /** Returns only events of exactly this severity. */
  readonly severity?: "none" | "low" | "medium" | "high" | "critical" | undefined;
  /** Returns only events created at or after this time. */
  readonly created_after?: string | undefined;
  /** Returns only events created before this time. */
  readonly created_before?: string | undefined;
  /** Returns only events of which the service recorded a change at or after this time, however old their rows are: new events, other text, flags set by a verdict, joining or leaving a case. */
  readonly updated_after?: string | undefined;
  /** Maximum number of items on a page. A value outside 1 to 200 is rejected, never clamped. */
  readonly page_size?: number | undefined;
  /** The `next_cursor` of the previous page, which is the id of its last item. Send it with the same filters. */
  readonly next_cursor?: string | undefined;
}

export interface ListThreatsInput {
  readonly query?: ListThreatsQuery | undefined;
}

export interface ListUsersQuery {
  /** A substring of the name or UPN. Case-insensitive; `%`, `_` and `\` are literal characters. */
  readonly search?: string | undefined;
  /** Returns only users of which the service recorded a change at or after this time, however old their rows are. Use it to keep a copy up to date. */
  readonly updated_after?: string | undefined;
  /** Maximum number of items on a page. A value outside 1 to 200 is rejected, never clamped. */
  readonly page_size?: number | undefined;
  /** The `next_cursor` of the previous page, which is the id of its last item. Send it with the same filters. */
  readonly next_cursor?: string | undefined;
}

export interface ListUsersInput {
  readonly query?: ListUsersQuery | undefined;
}

export interface GetPersonaParams {
  /** The id of the user. */
  readonly tuid: string;
}

export interface GetPersonaInput {
  readonly params: GetPersonaParams;
}

export interface GetPersonaDetailParams {
  /** The id of the user. */
  readonly tuid: string;
}

export interface GetPersonaDetailInput {
  readonly params: GetPersonaDetailParams;
}

export interface ListNhiQuery {
  /** A substring of the display name, principal id or app id. Case-insensitive. */
  readonly search?: string | undefined;
  /** Returns only identities of these classes, comma-separated. */
  readonly nhi_class?: readonly ("ai_agent" | "managed_identity" | "workload_identity" | "api_credential" | "oauth_app" | "service_account" | "machine_account" | "platform_service" | "service_principal" | "unknown")[] | undefined;
  /** Returns only identities of these platforms: keys or labels, comma-separated. Case-insensitive. */
  readonly provider?: readonly string[] | undefined;
  /** Returns only identities with this status. */
  readonly status?: "active" | "dormant" | "all" | undefined;
  /** If true, returns only identities that have a persona; if false, only those that do not. */
  readonly has_persona?: boolean | undefined;
  /** Maximum number of items on a page. A value outside 1 to 200 is rejected, never clamped. */
  readonly page_size?: number | undefined;
  /** The `next_cursor` of the previous page, which is the id of its last item. Send it with the same filters. */
  readonly next_cursor?: string | undefined;
}

export interface ListNhiInput {
  readonly query?: ListNhiQuery | undefined;
}

export interface GetNhiDetailParams {
  /** The id of the non-human identity. */
  readonly nuid: string;
}

export interface GetNhiDetailInput {
  readonly params: GetNhiDetailParams;
}

export interface GetIntegrationParams {
  /** The id of the connector type. */
  readonly connector_type: string;
}

export interface GetIntegrationInput {
  readonly params: GetIntegrationParams;
}

export interface GetDriftParams {
  /** The id of the drift event. */
  readonly drift_id: string;
}

export interface GetDriftInput {
  readonly params: GetDriftParams;
}

export interface GetCaseParams {
  /** The id of the case. */
  readonly case_id: string;
}

export interface GetCaseQuery {
  /** Adds properties to each case, comma-separated: `state`; `verdict`; `severity` adds `severity`, `score` and `reasons`; `times` adds `first_event_at` and `last_event_at`. By default a case has exactly the specified fields. */
  readonly include?: readonly ("state" | "verdict" | "severity" | "times")[] | undefined;
}

export interface GetCaseInput {
  readonly params: GetCaseParams;
  readonly query?: GetCaseQuery | undefined;
}

export interface GetEvidenceParams {
  /** The id of the threat event. */
  readonly event_id: string;
}

export interface GetEvidenceInput {
  readonly params: GetEvidenceParams;
}

export interface ListIntegrationsQuery {
  /** Returns only integrations with this status. */
  readonly status?: "active" | "degraded" | "disabled" | "pending" | "not_configured" | undefined;
  /** Returns only integrations of this category. */
  readonly category?: "identity_provider" | "authentication" | "device_management" | "endpoint_security" | "physical_access" | "collaboration" | "saas_application" | "access_governance" | "network_security" | "cloud_platform" | "log_source" | undefined;
  /** Returns only integrations that provide this signal. */
  readonly signal?: "core_iam" | "mfa" | "passwordless" | "device_trust" | "physical_access" | "communications" | "productivity" | "saas" | "iga" | "endpoint_security" | "pam" | "network" | "zero_trust" | "cloud" | "infrastructure" | undefined;
  /** Maximum number of items on a page. A value outside 1 to 200 is rejected, never clamped. */
  readonly page_size?: number | undefined;
  /** The `next_cursor` of the previous page, which is the `connector_type` of its last item. Send it with the same filters. */
  readonly next_cursor?: string | undefined;
}

export interface ListIntegrationsInput {
  readonly query?: ListIntegrationsQuery | undefined;
}

export interface ListDriftQuery {
  /** Returns only events about this user. */
  readonly tuid?: string | undefined;
  /** Returns only events with exactly this `computator`. Case-sensitive. */
  readonly computator?: string | undefined;
  /** Returns only events with this length of the current window. */
  readonly time_period?: "7d" | "30d" | "90d" | "180d" | undefined;
  /** Returns only events detected at or after this time. */
  readonly detected_after?: string | undefined;
  /** Maximum number of items on a page. A value outside 1 to 200 is rejected, never clamped. */
  readonly page_size?: number | undefined;
  /** The `next_cursor` of the previous page, which is the id of its last item. Send it with the same filters. */
  readonly next_cursor?: string | undefined;
}

export interface ListDriftInput {
  readonly query?: ListDriftQuery | undefined;
}

export type WhoamiInput = Readonly<Record<string, never>>;

/** The operations of the API. */
export interface Methods {
  /** List cases. Returns investigation cases, newest first (`created_at` descending, then `case_id` descending). Paging through all pages with the same filters returns every case that existed when you started exactly once. Requires the scope `cases:read`. */
  listCases(input?: ListCasesInput, options?: CallOptions): Promise<CasePage>;

  /** Submit a verdict on a case. Applies a verdict in one transaction and responds once it is durable. Submitting the same outcome again leaves the state unchanged. A different outcome replaces the effects of the earlier one; the history keeps both. Requires the scope `cases:verdict`. */
  submitVerdict(input: SubmitVerdictInput, options?: CallOptions): Promise<VerdictResult>;

  /** List threat events. Returns threat events, newest first (`created_at` descending, then `event_id` descending). Requires the scope `threats:read`. */
  listThreats(input?: ListThreatsInput, options?: CallOptions): Promise<ThreatEventPage>;

  /** List provisioned users. Returns provisioned users by `tuid`, ascending. Never responds with 423: an empty directory is an empty list. Requires the scope `users:read`. */
  listUsers(input?: ListUsersInput, options?: CallOptions): Promise<UserPage>;

  /** Get a user's persona overview. Returns a user's persona in prose. For a user who has no persona yet, every property except `tuid` is null. Requires the scope `personas:read`. */
  getPersona(input: GetPersonaInput, options?: CallOptions): Promise<PersonaOverview>;

  /** Get a user's structured persona. Returns a user's persona in sections. A section without enough data is null, and `coverage` shows why. For a user who has no persona yet, `generated_at` and every section are null. Requires the scope `personas:read`. */
  getPersonaDetail(input: GetPersonaDetailInput, options?: CallOptions): Promise<PersonaDetail>;

  /** List non-human identities. Returns all non-human identities by `nuid`, ascending, including those that have not been analyzed yet. Requires the scope `nhi:read`. */
  listNhi(input?: ListNhiInput, options?: CallOptions): Promise<NhiPage>;

  /** Get the persona of a non-human identity. Returns everything known about one identity. For an identity that has not been analyzed yet, `generated_at` is null, `identity` comes from the directory and every other section is null. Requires the scope `nhi:read`. */
  getNhiDetail(input: GetNhiDetailInput, options?: CallOptions): Promise<NhiDetail>;

  /** Get an integration. Returns one connector type of the catalog with its status in the domain. A type that the domain has not set up has `configured: false`. Requires the scope `integrations:read`. */
  getIntegration(input: GetIntegrationInput, options?: CallOptions): Promise<IntegrationPoint>;

  /** Get a drift event. Returns one measured change in what an identity does or what access it holds, compared with its own past. Requires the scope `drift:read`. */
  getDrift(input: GetDriftInput, options?: CallOptions): Promise<DriftEvent>;

  /** Get a case. Returns one case, as the list shows it. Send its ETag as `If-Match` with a verdict to have the verdict rejected with 412 if the case has changed since. Requires the scope `cases:read`. */
  getCase(input: GetCaseInput, options?: CallOptions): Promise<Case>;

  /** Get the log rows behind a threat event. Returns the stored log rows behind a threat event, at most 100; the row that triggered it comes first. A row that is no longer stored has `row: null` and a `reason`. Log rows contain more personal data than threat events, so the scope `evidence:read` is not among the default scopes of a new key. Requires the scope `evidence:read`. */
  getEvidence(input: GetEvidenceInput, options?: CallOptions): Promise<Evidence>;

  /** List integrations. Returns every connector type of the catalog with its status in the domain, by `connector_type`, ascending. A type that the domain has not set up has `configured: false`. Never responds with 423. Requires the scope `integrations:read`. */
  listIntegrations(input?: ListIntegrationsInput, options?: CallOptions): Promise<IntegrationPage>;

  /** List drift events. Returns drift events, newest first (`detected_at` descending, then `drift_id` descending); events without a `detected_at` come last. Never responds with 423. Requires the scope `drift:read`. */
  listDrift(input?: ListDriftInput, options?: CallOptions): Promise<DriftPage>;

  /** Get the calling key, its scopes and limits. Returns the domain, scopes, expiry and rate limits of the API key that made the request, and the readiness of each resource. */
  whoami(input?: WhoamiInput, options?: CallOptions): Promise<WhoAmI>;
}

/** The operations of the API; the result includes the status and the headers of the response. */
export interface MethodsWithResponse {
  /** List cases. Returns investigation cases, newest first (`created_at` descending, then `case_id` descending). Paging through all pages with the same filters returns every case that existed when you started exactly once. Requires the scope `cases:read`. */
  listCases(input?: ListCasesInput, options?: CallOptions): Promise<Received<CasePage>>;
  listCases(input: ListCasesInput | undefined, options: ConditionalOptions): Promise<Received<CasePage> | NotModified>;

  /** Submit a verdict on a case. Applies a verdict in one transaction and responds once it is durable. Submitting the same outcome again leaves the state unchanged. A different outcome replaces the effects of the earlier one; the history keeps both. Requires the scope `cases:verdict`. */
  submitVerdict(input: SubmitVerdictInput, options?: CallOptions): Promise<Received<VerdictResult>>;

  /** List threat events. Returns threat events, newest first (`created_at` descending, then `event_id` descending). Requires the scope `threats:read`. */
  listThreats(input?: ListThreatsInput, options?: CallOptions): Promise<Received<ThreatEventPage>>;
  listThreats(input: ListThreatsInput | undefined, options: ConditionalOptions): Promise<Received<ThreatEventPage> | NotModified>;

  /** List provisioned users. Returns provisioned users by `tuid`, ascending. Never responds with 423: an empty directory is an empty list. Requires the scope `users:read`. */
  listUsers(input?: ListUsersInput, options?: CallOptions): Promise<Received<UserPage>>;
  listUsers(input: ListUsersInput | undefined, options: ConditionalOptions): Promise<Received<UserPage> | NotModified>;

  /** Get a user's persona overview. Returns a user's persona in prose. For a user who has no persona yet, every property except `tuid` is null. Requires the scope `personas:read`. */
  getPersona(input: GetPersonaInput, options?: CallOptions): Promise<Received<PersonaOverview>>;
  getPersona(input: GetPersonaInput, options: ConditionalOptions): Promise<Received<PersonaOverview> | NotModified>;

  /** Get a user's structured persona. Returns a user's persona in sections. A section without enough data is null, and `coverage` shows why. For a user who has no persona yet, `generated_at` and every section are null. Requires the scope `personas:read`. */
  getPersonaDetail(input: GetPersonaDetailInput, options?: CallOptions): Promise<Received<PersonaDetail>>;
  getPersonaDetail(input: GetPersonaDetailInput, options: ConditionalOptions): Promise<Received<PersonaDetail> | NotModified>;

  /** List non-human identities. Returns all non-human identities by `nuid`, ascending, including those that have not been analyzed yet. Requires the scope `nhi:read`. */
  listNhi(input?: ListNhiInput, options?: CallOptions): Promise<Received<NhiPage>>;
  listNhi(input: ListNhiInput | undefined, options: ConditionalOptions): Promise<Received<NhiPage> | NotModified>;

  /** Get the persona of a non-human identity. Returns everything known about one identity. For an identity that has not been analyzed yet, `generated_at` is null, `identity` comes from the directory and every other section is null. Requires the scope `nhi:read`. */
  getNhiDetail(input: GetNhiDetailInput, options?: CallOptions): Promise<Received<NhiDetail>>;
  getNhiDetail(input: GetNhiDetailInput, options: ConditionalOptions): Promise<Received<NhiDetail> | NotModified>;

  /** Get an integration. Returns one connector type of the catalog with its status in the domain. A type that the domain has not set up has `configured: false`. Requires the scope `integrations:read`. */
  getIntegration(input: GetIntegrationInput, options?: CallOptions): Promise<Received<IntegrationPoint>>;
  getIntegration(input: GetIntegrationInput, options: ConditionalOptions): Promise<Received<IntegrationPoint> | NotModified>;

  /** Get a drift event. Returns one measured change in what an identity does or what access it holds, compared with its own past. Requires the scope `drift:read`. */
  getDrift(input: GetDriftInput, options?: CallOptions): Promise<Received<DriftEvent>>;
  getDrift(input: GetDriftInput, options: ConditionalOptions): Promise<Received<DriftEvent> | NotModified>;

  /** Get a case. Returns one case, as the list shows it. Send its ETag as `If-Match` with a verdict to have the verdict rejected with 412 if the case has changed since. Requires the scope `cases:read`. */
  getCase(input: GetCaseInput, options?: CallOptions): Promise<Received<Case>>;
  getCase(input: GetCaseInput, options: ConditionalOptions): Promise<Received<Case> | NotModified>;

  /** Get the log rows behind a threat event. Returns the stored log rows behind a threat event, at most 100; the row that triggered it comes first. A row that is no longer stored has `row: null` and a `reason`. Log rows contain more personal data than threat events, so the scope `evidence:read` is not among the default scopes of a new key. Requires the scope `evidence:read`. */
  getEvidence(input: GetEvidenceInput, options?: CallOptions): Promise<Received<Evidence>>;
  getEvidence(input: GetEvidenceInput, options: ConditionalOptions): Promise<Received<Evidence> | NotModified>;

  /** List integrations. Returns every connector type of the catalog with its status in the domain, by `connector_type`, ascending. A type that the domain has not set up has `configured: false`. Never responds with 423. Requires the scope `integrations:read`. */
  listIntegrations(input?: ListIntegrationsInput, options?: CallOptions): Promise<Received<IntegrationPage>>;
  listIntegrations(input: ListIntegrationsInput | undefined, options: ConditionalOptions): Promise<Received<IntegrationPage> | NotModified>;

  /** List drift events. Returns drift events, newest first (`detected_at` descending, then `drift_id` descending); events without a `detected_at` come last. Never responds with 423. Requires the scope `drift:read`. */
  listDrift(input?: ListDriftInput, options?: CallOptions): Promise<Received<DriftPage>>;
  listDrift(input: ListDriftInput | undefined, options: ConditionalOptions): Promise<Received<DriftPage> | NotModified>;

  /** Get the calling key, its scopes and limits. Returns the domain, scopes, expiry and rate limits of the API key that made the request, and the readiness of each resource. */
  whoami(input?: WhoamiInput, options?: CallOptions): Promise<Received<WhoAmI>>;
  whoami(input: WhoamiInput | undefined, options: ConditionalOptions): Promise<Received<WhoAmI> | NotModified>;
}

/** The operations that return pages of items. */
export interface Lists {
  readonly listCases: { readonly query: ListCasesQuery; readonly page: CasePage; readonly item: Case };
  readonly listThreats: { readonly query: ListThreatsQuery; readonly page: ThreatEventPage; readonly item: ThreatEvent };
  readonly listUsers: { readonly query: ListUsersQuery; readonly page: UserPage; readonly item: User };
  readonly listNhi: { readonly query: ListNhiQuery; readonly page: NhiPage; readonly item: NhiItem };
  readonly listIntegrations: { readonly query: ListIntegrationsQuery; readonly page: IntegrationPage; readonly item: IntegrationPoint };
  readonly listDrift: { readonly query: ListDriftQuery; readonly page: DriftPage; readonly item: DriftEvent };
}
