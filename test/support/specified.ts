/** A resource of the specification: its fields in order, each with `?` if it may be null. */
export interface SpecifiedResource {
  /** The name of its shape in the OpenAPI document. */
  readonly component: string;
  readonly fields: readonly string[];
}

const resource = (component: string, fields: string): SpecifiedResource => ({
  component,
  fields: fields.trim().split(/\s+/),
});

/**
 * Fields are dotted paths, also through lists. They are copied from the specification by hand and not derived from the
 * contract, so that a change of the contract cannot change them.
 */
export const SPECIFIED: readonly SpecifiedResource[] = [
  resource("Case", "case_id user_email? user_name? threat_type threat_brief created_at updated_at closed_at? events"),
  resource(
    "CaseEvent",
    `kind event_id severity category subcategory signal_type source title summary user_name? user_email?
     platform_event_id? flagged safe created_at`,
  ),
  resource(
    "ThreatEvent",
    `event_id kind tuid? category subcategory title summary source source_table? source_event_ids user_name?
     user_email? created_at`,
  ),
  resource(
    "User",
    `tuid domain_id external_id? name? user_principal_name email_addresses group_guid? is_active created_at
     updated_at`,
  ),
  resource("PersonaOverview", "tuid persona_overview? created_at? updated_at?"),
  resource(
    "PersonaDetail",
    `tuid generated_at? contract_version
     overview? overview.summary? overview.key_points
     identity? identity.name? identity.email? identity.title? identity.department? identity.manager?
     identity.admin_account? identity.account_created? identity.account_age?
     role? role.observed_role? role.title_match? role.confidence?
     workstreams? workstreams.summary? workstreams.items workstreams.items.name? workstreams.items.description?
     workstreams.items.systems workstreams.items.collaborators
     access? access.summary? access.directory_role_count? access.privileged_entitlement_count?
     access.privileged_classes access.application_count? access.dormant_entitlement_count? access.applications
     access.privileges access.privileges.name? access.privileges.privilege_class? access.privileges.source?
     access.entitlements access.entitlements.name? access.entitlements.privileged? access.entitlements.access_domain?
     access.entitlements.first_seen? access.entitlements.last_used? access.entitlements.peer_prevalence?
     posture? posture.device_classes posture.os_types posture.signin_active_days? posture.signin_total_logons?
     posture.nhi posture.nhi.service_account_count? posture.nhi.service_principal_count?
     posture.nhi.oauth_grant_count? posture.nhi.agent_count? posture.nhi.owns_secrets? posture.nhi.can_create_agents?
     risk_lens? risk_lens.blast_radius? risk_lens.reaches_control_plane? risk_lens.dormant_count?
     risk_lens.credential_exposure? risk_lens.anomaly_count?
     coverage coverage.overview coverage.identity coverage.role coverage.workstreams coverage.access coverage.posture
     coverage.risk_lens`,
  ),
  resource(
    "NhiItem",
    `nuid display_name nhi_class nhi_class_label identity_type identity_type.id identity_type.label archetype?
     archetype_label? provider provider.key provider.label status has_persona steward_upn? first_seen? last_seen?`,
  ),
  resource(
    "NhiDetail",
    `nuid generated_at? contract_version
     overview? overview.summary? overview.narrative? overview.key_points?
     identity identity.display_name? identity.nhi_class identity.nhi_class_label? identity.archetype?
     identity.archetype_label? identity.provider identity.provider.key identity.provider.label identity.principal_id?
     identity.app_id? identity.owning_tenant_id? identity.vendor_first_party? identity.first_seen? identity.last_seen?
     identity.archetype_explanation? identity.creator_upn?
     role? role.observed_role? role.summary? role.purpose? role.match? role.evidence? role.confidence?
     purpose?
     stewardship? stewardship.steward_upn? stewardship.creator_upn? stewardship.custody_kind
     stewards? custody?
     access? access.summary? access.permission_count access.privileged_count access.systems? access.over_permission?
     access.applications? access.data_stores? access.directory_roles access.legitimacy? access.entitlements?
     access.reactivated_scopes? access.permissions?
     iam? interactions? data_movement? identity_metadata?
     cluster? cluster.cluster_id cluster.name cluster.tier cluster.archetype? cluster.rank?
     risk? risk_lens? risk_lens.blast_radius? risk_lens.reaches_control_plane?
     coverage? asset_tier? resource_edges? actor_edges? operations? call_samples? call_rhythm? credential_posture?
     drift?`,
  ),
  resource(
    "IntegrationPoint",
    "connector_type display_name category description signals configured enabled status created_at? updated_at?",
  ),
  resource(
    "DriftEvent",
    "drift_id computator time_period delta period_start_at? detected_at? user user.name? user.email?",
  ),
  resource("VerdictResult", "success case_id outcome resolved processed_at"),
];

/** Returns the keys of a resource, or of the object at a path in it, in order. */
export function keysOf(component: string, path = ""): readonly string[] {
  const found = SPECIFIED.find((each) => each.component === component);
  const inside = path === "" ? "" : `${path}.`;
  return (found?.fields ?? []).flatMap((field) => {
    const name = field.replace("?", "");
    const rest = name.slice(inside.length);
    return name.startsWith(inside) && !rest.includes(".") ? [rest] : [];
  });
}
