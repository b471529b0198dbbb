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
  /** When the content of the persona last changed. */
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
    /** The role, the work and the access of the user in up to 600 characters. */
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
    /** The age of the account in words, for example `5 years 6 months`. */
    readonly account_age: string | null;
  } | null;
  /** The role inferred from activity. */
  readonly role: {
    /** The role; inferred from activity alone. */
    readonly observed_role: string | null;
    /** Compares the role with the job title: the same family of roles, a related one, another one, or no known title. New values may be added. Known values: `match`, `related`, `mismatch`, `unknown`. */
    readonly title_match: string | null;
    /** How certain the role is, from 0 to 1: a lower bound, reduced below 30 days of activity. */
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
      /** People who work on the same resources, at most 5. */
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
    /** The number of applications that are assigned to the user or were used in the last 90 days. */
    readonly application_count: number | null;
    /** The number of entitlements that were granted and observed for 90 days or more and not used in the last 90 days. */
    readonly dormant_entitlement_count: number | null;
    /** The names of the applications, the most used first; at most 100. */
    readonly applications: readonly string[];
    /** The privileged entitlements. */
    readonly privileges: readonly {
      /** The name of the entitlement. */
      readonly name: string | null;
      /** The kind of privilege. */
      readonly privilege_class: string | null;
      /** How the entitlement is held, for example `direct`, `group:NAME`, `pim_eligible`, `app_role:APPLICATION` or `owner`. */
      readonly source: string | null;
    }[];
    /** All entitlements, the privileged ones first, then the rarest among similar users; at most 500. */
    readonly entitlements: readonly {
      /** The name of the entitlement. */
      readonly name: string | null;
      /** True if the entitlement is privileged. */
      readonly privileged: boolean | null;
      /** The area that the entitlement gives access to. New values may be added. Known values: `identity`, `cloud`, `collaboration`, `endpoint`, `security`, `code`, `data`, `business_app`. */
      readonly access_domain: string | null;
      /** The date of the grant, or the first date on which the entitlement was seen. */
      readonly first_seen: string | null;
      /** The date of the last use in the logs; `never` if it was not used since it was granted; null if that is not known. */
      readonly last_used: string | null;
      /** The share of similar users who hold the entitlement, from 0 to 1; null with fewer than 5 similar users. */
      readonly peer_prevalence: number | null;
    }[];
  } | null;
  /** Devices, sign-in activity and the non-human identities the user is responsible for. */
  readonly posture: {
    /** Kinds of devices in regular use. Known values: `managed_desktop`, `unmanaged_desktop`, `managed_mobile`, `unmanaged_mobile`, `server`, `virtual_desktop`, `unknown`. */
    readonly device_classes: readonly string[];
    /** Operating systems in regular use. Known values: `Windows`, `macOS`, `iOS`, `Android`, `Linux`, `ChromeOS`. */
    readonly os_types: readonly string[];
    /** The number of the last 90 days with at least one interactive sign-in. */
    readonly signin_active_days: number | null;
    /** The number of interactive sign-ins in the last 90 days. */
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
    /** How much a taken-over account could damage, the least first. New values may be added. Known values: `minimal`, `low`, `moderate`, `high`, `critical`. */
    readonly blast_radius: string | null;
    /** True if the account can change permissions or policies of others. */
    readonly reaches_control_plane: boolean | null;
    /** The number of unused privileges and identities that are still valid. */
    readonly dormant_count: number | null;
    /** How exposed the user's credentials and those of the non-human identities in the user's care are. New values may be added. Known values: `none`, `low`, `elevated`, `high`. */
    readonly credential_exposure: string | null;
    /** The number of anomalies, risk detections and drift events of the last 30 days, each kind once a day. */
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

/** Everything known about one non-human identity. Objects with a named shape have it if the service computed them; an imported detail may hold any JSON in their place. */
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
  readonly purpose: NhiPurpose | Readonly<Record<string, unknown>> | null;
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
  readonly stewards: readonly (NhiSteward | Readonly<Record<string, unknown>>)[] | null;
  /** How the steward was determined. */
  readonly custody: NhiCustody | Readonly<Record<string, unknown>> | null;
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
    readonly directory_roles: readonly NhiDirectoryRole[] | Readonly<Record<string, unknown>> | readonly unknown[] | string | number | boolean | null;
    /** How trustworthy the origin of the identity is, and why. */
    readonly legitimacy: NhiLegitimacy | Readonly<Record<string, unknown>> | null;
    /** The entitlements granted to it. */
    readonly entitlements: readonly (NhiEntitlement | Readonly<Record<string, unknown>>)[] | null;
    /** Scopes used again after a long time. */
    readonly reactivated_scopes: readonly (NhiReactivatedScope | Readonly<Record<string, unknown>> | readonly unknown[] | string | number | boolean | null)[] | null;
    /** The permissions, each with its tier. */
    readonly permissions: readonly (NhiPermission | Readonly<Record<string, unknown>>)[] | null;
  } | null;
  /** How the identity authenticates: credentials and origins. */
  readonly iam: NhiIam | Readonly<Record<string, unknown>> | null;
  /** The users, identities and systems it interacts with. */
  readonly interactions: NhiInteractions | Readonly<Record<string, unknown>> | null;
  /** The data it moves, and where to. */
  readonly data_movement: NhiDataMovement | Readonly<Record<string, unknown>> | null;
  /** Further directory attributes. */
  readonly identity_metadata: NhiIdentityMetadata | Readonly<Record<string, unknown>> | null;
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
    readonly rank: NhiClusterRank | Readonly<Record<string, unknown>> | null;
  } | null;
  /** The risk and the factors that contribute to it. */
  readonly risk: NhiRisk | Readonly<Record<string, unknown>> | null;
  /** The potential impact of a compromised credential. */
  readonly risk_lens: {
    /** The extent of potential damage. */
    readonly blast_radius: string | null;
    /** True if it can change permissions or policies of others. */
    readonly reaches_control_plane: boolean | null;
  } | null;
  /** How complete the data behind each section is. */
  readonly coverage: NhiCoverage | Readonly<Record<string, unknown>> | null;
  /** How critical the identity is, and why. */
  readonly asset_tier: NhiAssetTier | Readonly<Record<string, unknown>> | null;
  /** The resources it accesses, one edge per resource. */
  readonly resource_edges: readonly (NhiResourceEdge | Readonly<Record<string, unknown>>)[] | null;
  /** Who uses or manages it, one edge per actor. */
  readonly actor_edges: readonly (NhiActorEdge | Readonly<Record<string, unknown>>)[] | null;
  /** The operations it performs, with counts. */
  readonly operations: NhiOperations | Readonly<Record<string, unknown>> | null;
  /** Sample calls, each with a reference to its log row. */
  readonly call_samples: readonly (NhiCallSample | Readonly<Record<string, unknown>>)[] | null;
  /** The times at which it is active. */
  readonly call_rhythm: NhiCallRhythm | Readonly<Record<string, unknown>> | null;
  /** The state of its credentials. */
  readonly credential_posture: NhiCredentialPosture | Readonly<Record<string, unknown>> | null;
  /** Changes compared with its own past. */
  readonly drift: NhiDrift | Readonly<Record<string, unknown>> | null;
}

/** The purpose of an identity, reconstructed from what it does and may do. */
export interface NhiPurpose {
  /** What the identity is for, in one sentence. */
  readonly mandate: string;
  /** What it does, the largest share first. */
  readonly functions: readonly {
    /** What it does. New values may be added. Known values: `read_directory`, `write_directory`, `manage_identities`, `deploy_resources`, `operate_compute`, `read_secrets`, `read_mail`, `send_mail`, `read_files`, `write_files`, `chat_bot`, `collect_logs`, `respond_to_threats`, `backup_restore`, `sync_identities`, `move_data`, `query_data`, `call_model`, `sign_in_users`, `other`. */
    readonly id: string;
    /** The function, for display. */
    readonly label: string;
    /** The share of its calls in the window; 0 for a function known from permissions only. */
    readonly share: number;
    /** The operations or permissions that show it, the most frequent first. */
    readonly evidence: readonly string[];
    /** The systems in which it was seen or granted. */
    readonly systems: readonly string[];
  }[];
  /** The description or notes of the application, as its owner wrote them. */
  readonly stated: string | null;
  /** Whether the stated purpose names what was observed; `unstated` if there is no description. New values may be added. Known values: `consistent`, `partial`, `conflicting`, `unstated`. */
  readonly agreement: string;
  /** `observed` in activity, or `inferred` from permissions. New values may be added. Known values: `observed`, `inferred`. */
  readonly evidence: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** A person who could be responsible for an identity. */
export interface NhiSteward {
  /** The UPN of the person. */
  readonly upn: string | null;
  /** The name of the person. */
  readonly display_name: string | null;
  /** The id of the user. */
  readonly tuid: string | null;
  /** How the person is related to the identity. New values may be added. Known values: `declared_owner`, `sponsor`, `app_owner`, `sp_owner`, `resource_owner`, `creator`, `credential_manager`, `manager_of_former_owner`. */
  readonly relation: string;
  /** The state of the person's account. New values may be added. Known values: `active`, `disabled`, `deleted`, `guest`, `unknown`. */
  readonly status: string;
  /** The weight of the relation times that of the account's state; the steward has the highest, at least 4. */
  readonly score: number;
  /** When the relation began, if a row reports it. */
  readonly since: string | null;
  /** When the person last changed the identity, if a row reports it. */
  readonly last_action_at: string | null;
  /** Where the relation comes from. */
  readonly evidence: string;
}

/** Who or what is responsible for an identity, and since when. */
export interface NhiCustody {
  /** Whether a person, a system or nobody is responsible. New values may be added. Known values: `human`, `system`, `ungoverned`. */
  readonly kind: string;
  /** Why, in one sentence. */
  readonly reason: string;
  /** Who or what is responsible; null if nobody is. */
  readonly custodian: {
    /** What is responsible. New values may be added. Known values: `user`, `group`, `resource`, `vendor`, `application`. */
    readonly kind: string;
    /** Its id. */
    readonly id: string | null;
    /** Its name. */
    readonly name: string | null;
  } | null;
  /** People who own or sponsor the identity. */
  readonly human_owner_count: number;
  /** Those with an enabled account. */
  readonly active_human_owner_count: number;
  /** Distinct people with an enabled account who are known to act on the identity. */
  readonly bus_factor: number;
  /** When the last owner was removed, if a row reports it. */
  readonly orphaned_at: string | null;
  /** How the identity came to be. */
  readonly created: {
    /** When it was created. */
    readonly at: string | null;
    /** Who created it. */
    readonly by: string | null;
    /** How it was created. New values may be added. Known values: `portal`, `api`, `pipeline`, `consent`, `resource`, `sync`, `unknown`. */
    readonly via: string;
  };
  /** Changes of ownership that rows report, newest first. */
  readonly chain: readonly {
    /** When it happened. */
    readonly at: string;
    /** What happened. New values may be added. Known values: `owner_added`, `owner_removed`, `created`. */
    readonly change: string;
    /** Who did it. */
    readonly actor: string | null;
    /** The owner concerned. */
    readonly subject: string | null;
  }[];
}

/** How trustworthy the origin of an identity is. */
export interface NhiLegitimacy {
  /** How trustworthy the origin of the identity is. New values may be added. Known values: `verified`, `expected`, `unverified`, `suspicious`. */
  readonly verdict: string;
  /** The findings behind the verdict, the strongest first. */
  readonly signals: readonly {
    /** The signal. New values may be added. Known values: `first_party`, `own_tenant`, `verified_publisher`, `gallery_template`, `admin_consent`, `long_history`, `known_to_fleet`, `unverified_publisher`, `new_foreign_app`, `lookalike_name`, `reply_url_mismatch`, `user_consent_high_scope`, `disabled_by_vendor`. */
    readonly id: string;
    /** Whether it speaks for or against the identity. New values may be added. Known values: `supports`, `weakens`. */
    readonly effect: string;
    /** What was found. */
    readonly detail: string;
  }[];
  /** Who published the application. */
  readonly publisher: {
    /** The publisher's name. */
    readonly name: string | null;
    /** Whether the platform has verified the publisher. */
    readonly verified: boolean | null;
    /** The tenant that owns the application. */
    readonly tenant_id: string | null;
    /** Whether that is the vendor of the platform. */
    readonly first_party: boolean | null;
  };
  /** How it got its permissions. */
  readonly consent: {
    /** Who consented to its permissions. New values may be added. Known values: `admin`, `user`, `preauthorized`, `none`, `unknown`. */
    readonly kind: string;
    /** The person, if a row reports it. */
    readonly by: string | null;
    /** When, if a row reports it. */
    readonly at: string | null;
    /** Users who consented for themselves; null if grants were not delivered. */
    readonly user_count: number | null;
  };
}

/** Something that an identity is allowed to do. */
export interface NhiEntitlement {
  /** Identifies the entitlement; equal for all identities that hold it. */
  readonly key: string;
  /** Its name. */
  readonly name: string;
  /** Its kind. New values may be added. Known values: `directory_role`, `group`, `app_assignment`, `app_permission`, `delegated_grant`, `azure_role`, `app_owner`. */
  readonly kind: string;
  /** The API or application that grants it. */
  readonly resource: string | null;
  /** Where it applies. */
  readonly scope: string | null;
  /** `tier0` can take over the tenant, `tier1` has broad or sensitive access, `tier2` is narrow. New values may be added. Known values: `tier0`, `tier1`, `tier2`. */
  readonly tier: string;
  /** What it allows. */
  readonly privilege_class: string;
  /** Whether it is privileged. */
  readonly privileged: boolean;
  /** When it was granted. */
  readonly granted_at: string | null;
  /** Who granted it, if a row reports it. */
  readonly granted_by: string | null;
  /** The last day on which a call used it; null if none did or use cannot be observed. */
  readonly last_used: string | null;
  /** Use in the window. `unused`: used before, but not in the last 90 days. `unknown`: no source reports its use. New values may be added. Known values: `used`, `unused`, `never_used`, `unknown`. */
  readonly usage: string;
  /** How the identity holds it. */
  readonly via: string;
  /** The share of the other members of its cluster that hold it too. */
  readonly cluster_prevalence: number | null;
}

/** An API permission of an identity, one per grant. */
export interface NhiPermission {
  /** The API that grants it. */
  readonly api: string;
  /** The id of the API. */
  readonly api_id: string | null;
  /** The permission, as the API names it. */
  readonly value: string;
  /** The id of the permission. */
  readonly permission_id: string | null;
  /** Whether the identity acts as itself or for a user. New values may be added. Known values: `application`, `delegated`. */
  readonly kind: string;
  /** `all_users` or `one_user`, for a delegated permission. */
  readonly consent_scope: string | null;
  /** `tier0` can take over the tenant, `tier1` has broad or sensitive access, `tier2` is narrow. New values may be added. Known values: `tier0`, `tier1`, `tier2`. */
  readonly tier: string;
  /** What it allows. */
  readonly privilege_class: string;
  /** Whether it is enough to take over the tenant. */
  readonly reaches_control_plane: boolean;
  /** Whether a call used it in the window; null if no source reports it. */
  readonly used: boolean | null;
  /** The last day on which a call used it. */
  readonly last_used: string | null;
  /** A permission that would allow the observed calls and less else. */
  readonly narrower_alternative: string | null;
}

/** Access that is used again after 90 days or more. */
export interface NhiReactivatedScope {
  /** The key of the entitlement, or the resource, that is used again. */
  readonly key: string;
  /** Its name. */
  readonly name: string;
  /** `tier0` can take over the tenant, `tier1` has broad or sensitive access, `tier2` is narrow. New values may be added. Known values: `tier0`, `tier1`, `tier2`. */
  readonly tier: string;
  /** Days without use before. */
  readonly idle_days: number;
  /** The day on which use began again. */
  readonly reactivated_at: string;
  /** Calls since then. */
  readonly calls_since: number;
}

/** A directory role of an identity. */
export interface NhiDirectoryRole {
  /** The key of the role. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** `tier0` can take over the tenant, `tier1` has broad or sensitive access, `tier2` is narrow. New values may be added. Known values: `tier0`, `tier1`, `tier2`. */
  readonly tier: string;
  /** Where it applies. */
  readonly scope: string;
  /** Whether it is in effect or has to be activated. New values may be added. Known values: `active`, `eligible`. */
  readonly state: string;
}

/** How an identity authenticates, and when and from where it calls. */
export interface NhiIam {
  /** How it authenticates. */
  readonly authentication: {
    /** Methods seen in use, the most frequent first. */
    readonly methods: readonly {
      /** A way to authenticate. New values may be added. Known values: `managed`, `federated`, `certificate`, `kerberos`, `blueprint`, `client_secret`, `token`, `access_key`, `api_key`, `password`, `none`, `unknown`. */
      readonly method: string;
      /** Its share of the authenticated calls. */
      readonly share: number;
      /** Calls in the window. */
      readonly calls: number;
      /** The last day of its use. */
      readonly last_used: string | null;
    }[];
    /** The strongest method available to it. Known values: `managed`, `federated`, `certificate`, `kerberos`, `blueprint`, `client_secret`, `token`, `access_key`, `api_key`, `password`, `none`, `unknown`. */
    readonly strongest: string | null;
    /** The weakest method available to it. Known values: `managed`, `federated`, `certificate`, `kerberos`, `blueprint`, `client_secret`, `token`, `access_key`, `api_key`, `password`, `none`, `unknown`. */
    readonly weakest: string | null;
    /** Whether interactive sign-ins were seen; null without sign-in rows. */
    readonly interactive_use: boolean | null;
    /** Whether access policies apply to it. New values may be added. Known values: `applied`, `not_applied`, `unknown`. */
    readonly conditional_access: string;
  };
  /** Its credentials in short; null if credentials were not delivered. */
  readonly credential: {
    /** Credentials of its own. */
    readonly count: number;
    /** Those that are valid now. */
    readonly valid_count: number;
    /** Their kinds. Known values: `managed`, `federated`, `certificate`, `kerberos`, `blueprint`, `client_secret`, `token`, `access_key`, `api_key`, `password`, `none`, `unknown`. */
    readonly types: readonly string[];
    /** When the first valid one expires. */
    readonly soonest_expiry: string | null;
    /** When the oldest valid one was created. */
    readonly oldest_created: string | null;
    /** Other identities with the same credential; null if key ids were not delivered. */
    readonly shared_with: number | null;
  } | null;
  /** When and from where it calls. */
  readonly operation_pattern: {
    /** The class of its call rhythm. New values may be added. Known values: `fixed_interval`, `scheduled_daily`, `scheduled_weekly`, `business_hours`, `continuous`, `bursty`, `sporadic`, `irregular`, `silent`. */
    readonly rhythm: string;
    /** Days with calls in the last 90. */
    readonly active_days_90: number;
    /** The share of its calls by hour of the day, UTC. */
    readonly hours_utc: readonly number[];
    /** The share of its calls on Saturday and Sunday, UTC. */
    readonly weekend_share: number;
    /** Distinct networks from which it called. */
    readonly source_networks: number;
    /** Countries from which it called, the most frequent first. */
    readonly countries: readonly string[];
    /** How many networks it calls from: 1, up to 5, or more. New values may be added. Known values: `single`, `few`, `many`, `unknown`. */
    readonly egress: string;
  };
  /** The hosts and workloads that use the identity, the most recent first. */
  readonly devices: readonly {
    /** What kind of host it is. New values may be added. Known values: `azure_resource`, `vm`, `container`, `runner`, `server`, `workstation`, `unknown`. */
    readonly kind: string;
    /** Its name. */
    readonly name: string | null;
    /** The id of the cloud resource. */
    readonly resource_id: string | null;
    /** The last day on which it was seen. */
    readonly last_seen: string | null;
  }[];
}

/** What an identity calls, and who uses it. */
export interface NhiInteractions {
  /** The systems that it calls, the most frequent first. */
  readonly calls_out: readonly {
    /** The system that it calls. */
    readonly system: string;
    /** Distinct resources in it. */
    readonly resource_count: number;
    /** Calls in the window. */
    readonly calls: number;
    /** Its share of all calls to known systems. */
    readonly share: number;
    /** The last day of a call. */
    readonly last_seen: string;
  }[];
  /** The workloads and hosts that use the identity, the most frequent first. */
  readonly called_by: readonly {
    /** What calls it. New values may be added. Known values: `user`, `nhi`, `resource`. */
    readonly kind: string;
    /** Its name. */
    readonly name: string;
    /** Its id. */
    readonly id: string | null;
    /** Calls in the window. */
    readonly calls: number;
    /** The last day of a call. */
    readonly last_seen: string;
  }[];
  /** The users on whose behalf it may act; null if grants were not delivered. */
  readonly delegated_users: {
    /** Users who consented for themselves. */
    readonly count: number;
    /** Their departments, the largest first. */
    readonly departments: readonly {
      /** The department. */
      readonly name: string;
      /** Its users. */
      readonly count: number;
    }[];
  } | null;
  /** Whether it holds delegated permissions. */
  readonly acts_for_users: boolean;
  /** Whether it holds permissions of its own or calls as itself. */
  readonly acts_as_itself: boolean;
  /** Whether a person seems to use it by hand; null without activity. */
  readonly human_operated: boolean | null;
  /** The external workloads that may use the identity by federation. */
  readonly federated_from: readonly {
    /** The issuer of the tokens. */
    readonly issuer: string;
    /** The subject that is trusted. */
    readonly subject: string;
  }[];
}

/** The data that an identity reads and writes. */
export interface NhiDataMovement {
  /** The days that were counted. */
  readonly window_days: number;
  /** What was counted. New values may be added. Known values: `operation_counts`. */
  readonly basis: string;
  /** Reads. */
  readonly read: number;
  /** Writes. */
  readonly written: number;
  /** Deletions. */
  readonly deleted: number;
  /** Exports. */
  readonly exported: number;
  /** The unit of the counts. New values may be added. Known values: `operations`. */
  readonly unit: string;
  /** Bytes that rows report, in and out. */
  readonly bytes: number;
  /** The data stores that it called, the most frequent first. */
  readonly stores: readonly {
    /** The name of the store. */
    readonly name: string;
    /** Its kind. New values may be added. Known values: `mailbox`, `site`, `drive`, `storage_account`, `database`, `key_vault`, `repository`, `queue`, `other`. */
    readonly kind: string;
    /** Calls to it in the window. */
    readonly calls: number;
    /** Whether it is known to hold sensitive data. */
    readonly sensitive: boolean | null;
  }[];
  /** `inbound`: mostly writes; `outbound`: mostly reads and exports; `internal`: both; `none`: neither. New values may be added. Known values: `inbound`, `outbound`, `internal`, `none`. */
  readonly direction: string;
  /** The base-2 logarithm of the ratio to the window before; null without one. */
  readonly change_vs_previous: number | null;
}

/** Further attributes of the directory object. */
export interface NhiIdentityMetadata {
  /** The type of the directory object. */
  readonly object_type: string;
  /** The type of the service principal, as the directory names it. */
  readonly service_principal_type: string | null;
  /** Who may sign in to the application. */
  readonly sign_in_audience: string | null;
  /** Whether the account is enabled. */
  readonly enabled: boolean | null;
  /** When the object was created. */
  readonly created_at: string | null;
  /** The application that created it. */
  readonly created_by_app_id: string | null;
  /** The publisher's name. */
  readonly publisher: string | null;
  /** Whether the platform has verified the publisher. */
  readonly verified_publisher: boolean | null;
  /** The gallery template it was created from. */
  readonly template_id: string | null;
  /** The tags of the object. */
  readonly tags: readonly string[];
  /** The description of the application. */
  readonly description: string | null;
  /** The notes of the object. */
  readonly notes: string | null;
  /** The hosts of its reply addresses. */
  readonly reply_url_hosts: readonly string[];
  /** The host of its home page. */
  readonly home_host: string | null;
  /** How it signs users in. */
  readonly sso_mode: string | null;
  /** Whether users must be assigned to it. */
  readonly assignment_required: boolean | null;
  /** The cloud resource that a managed identity belongs to. */
  readonly resource_id: string | null;
  /** The object it was made from. */
  readonly parent: {
    /** What the parent is. New values may be added. Known values: `blueprint`, `application`, `account`, `project`. */
    readonly kind: string;
    /** Its id. */
    readonly id: string;
    /** Its name. */
    readonly name: string | null;
  } | null;
  /** Federated credentials of the identity. */
  readonly federated_credentials: number;
}

/** The place of an identity within its cluster. */
export interface NhiClusterRank {
  /** The place by descending risk score, from 1. */
  readonly position: number;
  /** The number of members. */
  readonly of: number;
  /** The share of members with a lower place. */
  readonly percentile: number;
  /** The risk score of the identity. */
  readonly score: number;
  /** Whether it differs from most members. */
  readonly outlier: boolean;
  /** In what it differs. Known values: `more_privileged`, `rare_permission`, `different_rhythm`, `no_owner`, `foreign_publisher`. */
  readonly outlier_reasons: readonly string[];
  /** How similar it is to the center of the cluster. */
  readonly similarity: number;
}

/** The risk of an identity as a sum of factors. */
export interface NhiRisk {
  /** The sum of the points, at most 100. */
  readonly score: number;
  /** Below 25, 50 and 75, and above. New values may be added. Known values: `low`, `medium`, `high`, `critical`. */
  readonly level: string;
  /** What contributes, the most points first. */
  readonly factors: readonly {
    /** The id of the factor. */
    readonly id: string;
    /** The OWASP NHI risk (2025) it belongs to. Known values: `NHI1`, `NHI2`, `NHI3`, `NHI4`, `NHI5`, `NHI6`, `NHI7`, `NHI8`, `NHI9`, `NHI10`. */
    readonly owasp: string | null;
    /** The factor, for display. */
    readonly title: string;
    /** What it adds to the score. */
    readonly points: number;
    /** What was found. */
    readonly evidence: string;
  }[];
  /** The id of the factor with the most points. */
  readonly top_factor: string | null;
  /** The evaluation day. */
  readonly computed_at: string;
}

/** How critical an identity is, and why. */
export interface NhiAssetTier {
  /** `tier0` can take over the tenant, `tier1` has broad or sensitive access, `tier2` is narrow. New values may be added. Known values: `tier0`, `tier1`, `tier2`. */
  readonly tier: string;
  /** The plane on which the identity acts. New values may be added. Known values: `control`, `management`, `data`, `user`. */
  readonly plane: string;
  /** The tier and plane, for display. */
  readonly label: string;
  /** What the tier follows from, the most privileged first. */
  readonly basis: readonly {
    /** The key of the entitlement, or of the path. */
    readonly key: string;
    /** Its name. */
    readonly name: string;
    /** `tier0` can take over the tenant, `tier1` has broad or sensitive access, `tier2` is narrow. New values may be added. Known values: `tier0`, `tier1`, `tier2`. */
    readonly tier: string;
    /** The steps of the path, `edge > target`; empty if it is held directly. */
    readonly path: readonly string[];
  }[];
  /** Whether it holds the tier itself rather than through what it can take over. */
  readonly direct: boolean;
  /** Always null; reserved for a tier set by an administrator. */
  readonly override: string | null;
}

/** How complete the data behind each section is. */
export interface NhiCoverage {
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly overview: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly identity: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly role: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly purpose: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly stewardship: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly stewards: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly custody: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly access: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly iam: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly interactions: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly data_movement: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly identity_metadata: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly cluster: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly risk: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly risk_lens: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly asset_tier: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly resource_edges: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly actor_edges: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly operations: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly call_samples: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly call_rhythm: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly credential_posture: string;
  /** How complete the data behind the section is; the section is null exactly if `insufficient` or `none`. New values may be added. Known values: `sufficient`, `partial`, `insufficient`, `none`. */
  readonly drift: string;
  /** The days of activity that sections use, before the evaluation day. */
  readonly window_days: number;
  /** The sources that the sections use. */
  readonly sources: readonly {
    /** A log table, or a kind of directory object as `directory/KIND`. */
    readonly source: string;
    /** Whether it has delivered data of this identity or of others. */
    readonly connected: boolean;
    /** Days of the window with rows of this identity; 0 for directory objects. */
    readonly days: number;
    /** The last such day. */
    readonly last_data_at: string | null;
  }[];
  /** What limits the sections, in sentences. */
  readonly notes: readonly string[];
}

/** A resource that an identity may access or did access. */
export interface NhiResourceEdge {
  /** Identifies the resource. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Its kind. */
  readonly kind: string;
  /** The system that it belongs to. */
  readonly system: string;
  /** `read`, `write`, `delete`, `admin` or `sign_in`, as granted or as seen. */
  readonly access: readonly string[];
  /** Whether the directory grants access to it. */
  readonly granted: boolean;
  /** Whether calls to it were seen in the window. */
  readonly observed: boolean;
  /** Calls in the window. */
  readonly calls_90d: number;
  /** The first day of a call in the stored history. */
  readonly first_seen: string | null;
  /** The last day of a call. */
  readonly last_seen: string | null;
  /** The tier of the access granted; null if none is. Known values: `tier0`, `tier1`, `tier2`. */
  readonly tier: string | null;
  /** Whether it is known to hold sensitive data. */
  readonly sensitive: boolean | null;
}

/** Somebody or something that manages or uses an identity. */
export interface NhiActorEdge {
  /** The id of the actor. */
  readonly id: string | null;
  /** Its name. */
  readonly name: string;
  /** What the actor is. New values may be added. Known values: `user`, `nhi`, `group`, `resource`, `workload`. */
  readonly kind: string;
  /** How it is related to the identity. New values may be added. Known values: `owner`, `sponsor`, `creator`, `credential_manager`, `consented`, `runs_as`, `federates_to`, `manages`. */
  readonly relation: string;
  /** Whether the relation lets the actor act as the identity. */
  readonly can_take_over: boolean;
  /** When the relation was first seen. */
  readonly first_seen: string | null;
  /** When it was last seen. */
  readonly last_seen: string | null;
  /** How often it was seen in rows; 0 if only the directory shows it. */
  readonly count: number;
}

/** The operations of an identity. */
export interface NhiOperations {
  /** The days that were counted. */
  readonly window_days: number;
  /** Calls in the window. */
  readonly total: number;
  /** The share of calls without a failure; null without calls. */
  readonly success_rate: number | null;
  /** Calls by class of operation. */
  readonly by_class: {
    /** Calls of this class. */
    readonly sign_in: number;
    /** Calls of this class. */
    readonly read: number;
    /** Calls of this class. */
    readonly write: number;
    /** Calls of this class. */
    readonly delete: number;
    /** Calls of this class. */
    readonly admin: number;
    /** Calls of this class. */
    readonly secret: number;
    /** Calls of this class. */
    readonly export: number;
    /** Calls of this class. */
    readonly execute: number;
    /** Calls of this class. */
    readonly other: number;
  };
  /** The most frequent operations. */
  readonly top: readonly {
    /** The name of the operation. */
    readonly operation: string;
    /** The class of the operation. New values may be added. Known values: `sign_in`, `read`, `write`, `delete`, `admin`, `secret`, `export`, `execute`, `other`. */
    readonly class: string;
    /** Calls in the window. */
    readonly count: number;
    /** Its share of the calls with a known operation. */
    readonly share: number;
    /** The first day in the stored history. */
    readonly first_seen: string;
    /** Whether it was first seen in the last 30 days, with older history to compare. */
    readonly new_in_window: boolean;
  }[];
  /** Operations that administer, delete or read secrets, the most frequent first. */
  readonly privileged: readonly {
    /** The name of the operation. */
    readonly operation: string;
    /** Calls in the window. */
    readonly count: number;
    /** The last day of a call. */
    readonly last_seen: string;
  }[];
  /** The most frequent failures. */
  readonly failures: readonly {
    /** The result code. */
    readonly code: string;
    /** Failures in the window. */
    readonly count: number;
    /** The last day of a failure. */
    readonly last_seen: string;
  }[];
}

/** One call of an identity, with its log row. */
export interface NhiCallSample {
  /** The UTC day of the call; the row has its exact time. */
  readonly at: string;
  /** The name of the operation. */
  readonly operation: string;
  /** The class of the operation. New values may be added. Known values: `sign_in`, `read`, `write`, `delete`, `admin`, `secret`, `export`, `execute`, `other`. */
  readonly class: string;
  /** The system that was called. */
  readonly system: string;
  /** What the call acted on. */
  readonly target: string | null;
  /** How it ended. New values may be added. Known values: `success`, `failure`. */
  readonly result: string;
  /** The result code. */
  readonly code: string | null;
  /** A way to authenticate. New values may be added. Known values: `managed`, `federated`, `certificate`, `kerberos`, `blueprint`, `client_secret`, `token`, `access_key`, `api_key`, `password`, `none`, `unknown`. */
  readonly auth: string;
  /** The log table of the row. */
  readonly source_table: string;
  /** The id of the row: its `_ItemId`. */
  readonly item_id: string;
  /** Why this call was chosen. New values may be added. Known values: `recent`, `rare`, `failed`, `privileged`, `typical`. */
  readonly why: string;
}

/** The times at which an identity calls. */
export interface NhiCallRhythm {
  /** The rhythm. New values may be added. Known values: `fixed_interval`, `scheduled_daily`, `scheduled_weekly`, `business_hours`, `continuous`, `bursty`, `sporadic`, `irregular`, `silent`. */
  readonly class: string;
  /** The rhythm, for display. */
  readonly label: string;
  /** `inferred` with fewer than 14 days of history or fewer than 16 calls. New values may be added. Known values: `observed`, `inferred`. */
  readonly evidence: string;
  /** The days that were used. */
  readonly window_days: number;
  /** Calls in the window. */
  readonly calls: number;
  /** Days with calls. */
  readonly active_days: number;
  /** Calls per day with calls. */
  readonly calls_per_active_day: number;
  /** The period of a fixed interval. */
  readonly period_seconds: number | null;
  /** The median deviation from that period, as a share of it. */
  readonly jitter: number | null;
  /** When the sessions of a schedule begin. */
  readonly schedule: readonly {
    /** `HH:MM`, UTC. */
    readonly at_utc: string;
    /** The share of sessions that begin then. */
    readonly share: number;
  }[];
  /** The share of calls by hour of the week, Monday 00:00 UTC first. */
  readonly hour_of_week: readonly number[];
  /** How evenly calls are spread over the hours of the week: 1 if equally. */
  readonly entropy: number;
  /** The share of calls in the 12 hours of weekdays that have the most calls. */
  readonly business_hours_share: number;
  /** The share of calls on Saturday and Sunday, UTC. */
  readonly weekend_share: number;
  /** Calls per session, where a session ends with a pause of more than 10 minutes. */
  readonly burst_size: number | null;
  /** The longest time without calls between the first and the last call. */
  readonly longest_gap_hours: number;
  /** The share of calls or sessions that the rhythm explains. */
  readonly regularity: number;
  /** The last minute with a call. */
  readonly last_call_at: string | null;
  /** Whether more than 3 periods have passed since the last call; null without a period. */
  readonly overdue: boolean | null;
}

/** The state of an identity's credentials. */
export interface NhiCredentialPosture {
  /** The state of its credentials; `none` if it has none of its own. New values may be added. Known values: `good`, `fair`, `poor`, `none`. */
  readonly verdict: string;
  /** Credentials of its own. */
  readonly count: number;
  /** What weakens them. Known values: `expired_present`, `expired_in_use`, `expiring_30d`, `long_lifetime`, `very_long_lifetime`, `unused_30d`, `multiple_valid_secrets`, `secret_on_service_principal`, `secret_and_certificate`, `password_never_expires`, `not_rotated_1y`, `federation_wildcard`, `shared_credential`. */
  readonly flags: readonly string[];
  /** The credentials, the most recently created first. */
  readonly items: readonly {
    /** The id of the credential. */
    readonly key_id: string;
    /** A way to authenticate. New values may be added. Known values: `managed`, `federated`, `certificate`, `kerberos`, `blueprint`, `client_secret`, `token`, `access_key`, `api_key`, `password`, `none`, `unknown`. */
    readonly type: string;
    /** The object on which it is set. New values may be added. Known values: `application`, `service_principal`, `user`, `platform`. */
    readonly origin: string;
    /** Its name. */
    readonly label: string | null;
    /** When it becomes valid. */
    readonly created_at: string | null;
    /** When it expires. */
    readonly expires_at: string | null;
    /** Days between the two. */
    readonly lifetime_days: number | null;
    /** Days since it was created. */
    readonly age_days: number | null;
    /** The last day on which rows or the directory show its use. */
    readonly last_used: string | null;
    /** Its state on the evaluation day. New values may be added. Known values: `active`, `expiring`, `expired`, `unused`, `never_used`, `not_yet_valid`. */
    readonly state: string;
    /** Who added it, if a row reports it. */
    readonly added_by: string | null;
  }[];
  /** How often credentials are replaced. */
  readonly rotation: {
    /** When the newest secret or certificate was created. */
    readonly last_rotated_at: string | null;
    /** The median of the days between creations; null with fewer than 2. */
    readonly median_interval_days: number | null;
  };
}

/** Changes of an identity compared with its own past. */
export interface NhiDrift {
  /** The evaluation day. */
  readonly last_evaluated_at: string | null;
  /** Changes of the last 30 days, newest first. */
  readonly open: readonly {
    /** The drift event; `GET /drift/{drift_id}` returns it. */
    readonly drift_id: string;
    /** What was measured. */
    readonly computator: string;
    /** The length of the current window. New values may be added. Known values: `7d`, `30d`, `90d`, `180d`. */
    readonly time_period: string;
    /** When it was detected. */
    readonly detected_at: string;
    /** How serious the change is. New values may be added. Known values: `low`, `medium`, `high`. */
    readonly severity: string;
    /** What changed, in one sentence. */
    readonly headline: string;
  }[];
  /** Changes of the 150 days before, newest first. */
  readonly recent: readonly {
    /** The drift event; `GET /drift/{drift_id}` returns it. */
    readonly drift_id: string;
    /** What was measured. */
    readonly computator: string;
    /** The length of the current window. New values may be added. Known values: `7d`, `30d`, `90d`, `180d`. */
    readonly time_period: string;
    /** When it was detected. */
    readonly detected_at: string;
    /** How serious the change is. New values may be added. Known values: `low`, `medium`, `high`. */
    readonly severity: string;
    /** What changed, in one sentence. */
    readonly headline: string;
  }[];
  /** Days since the last change; null if none is stored. */
  readonly stable_days: number | null;
}

/** A cluster of similar non-human identities. */
export interface NhiCluster {
  /** The id of the cluster; it stays while most members do. */
  readonly cluster_id: string;
  /** The archetype and what distinguishes the cluster. */
  readonly name: string;
  /** `tier0` can take over the tenant, `tier1` has broad or sensitive access, `tier2` is narrow. New values may be added. Known values: `tier0`, `tier1`, `tier2`. */
  readonly tier: string;
  /** The most common archetype of the members. */
  readonly archetype: string | null;
  /** The number of members. */
  readonly member_count: number;
  /** Members that differ from most. */
  readonly outlier_count: number;
  /** The members with the highest risk, by position. The cluster may have more. */
  readonly members: readonly {
    /** The id of the identity. */
    readonly nuid: string;
    /** The name of the identity. */
    readonly display_name: string;
    /** The place by descending risk score, from 1. */
    readonly position: number;
    /** The risk score of the identity. */
    readonly score: number;
    /** Whether it differs from most members. */
    readonly outlier: boolean;
  }[];
}

/** One page of clusters. */
export interface NhiClusterPage {
  /** The id of the last item if there are more pages, otherwise null. */
  readonly next_cursor: string | null;
  /** Clusters by `cluster_id`, ascending. */
  readonly items: readonly NhiCluster[];
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

export interface ListNhiClustersQuery {
  /** Maximum number of items on a page. A value outside 1 to 200 is rejected, never clamped. */
  readonly page_size?: number | undefined;
  /** The `next_cursor` of the previous page, which is the id of its last item. Send it with the same filters. */
  readonly next_cursor?: string | undefined;
}

export interface ListNhiClustersInput {
  readonly query?: ListNhiClustersQuery | undefined;
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

  /** List clusters of similar non-human identities. Returns all clusters by `cluster_id`, ascending. A cluster holds at least 3 identities with similar permissions, systems, names and rhythm. An identity without similar ones is in no cluster. Requires the scope `nhi:read`. */
  listNhiClusters(input?: ListNhiClustersInput, options?: CallOptions): Promise<NhiClusterPage>;

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

  /** List clusters of similar non-human identities. Returns all clusters by `cluster_id`, ascending. A cluster holds at least 3 identities with similar permissions, systems, names and rhythm. An identity without similar ones is in no cluster. Requires the scope `nhi:read`. */
  listNhiClusters(input?: ListNhiClustersInput, options?: CallOptions): Promise<Received<NhiClusterPage>>;
  listNhiClusters(input: ListNhiClustersInput | undefined, options: ConditionalOptions): Promise<Received<NhiClusterPage> | NotModified>;

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
  readonly listNhiClusters: { readonly query: ListNhiClustersQuery; readonly page: NhiClusterPage; readonly item: NhiCluster };
}
