/** Descriptions of the schemas of user personas. */
export const personaWords = {
  PersonaOverview: {
    description: "A user's persona in prose. If the user has no persona, every property except `tuid` is null.",
    fields: {
      tuid: "The id of the user.",
      persona_overview: "The user's role, work and access in a few sentences.",
      created_at: "When the persona was first generated.",
      updated_at: "When the content of the persona last changed.",
    },
  },
  PersonaDetail: {
    description: "A user's persona in sections. A section without enough data is null, and `coverage` shows why.",
    fields: {
      tuid: "The id of the user.",
      contract_version: "Incremented only when this schema changes in a way that breaks clients.",
      overview: "A summary of the persona.",
      "overview.summary": "The role, the work and the access of the user in up to 600 characters.",
      "overview.key_points": "Notable facts, the most serious first.",
      identity: "The account as recorded in the directory.",
      "identity.name": "The display name.",
      "identity.email": "The primary email address.",
      "identity.title": "The job title.",
      "identity.department": "The department.",
      "identity.manager": "The manager's name.",
      "identity.admin_account":
        "`self` if this is an admin account, the name of the user's separate admin account, or `none`.",
      "identity.account_created": "When the account was created.",
      "identity.account_age": "The age of the account in words, for example `5 years 6 months`.",
      role: "The role inferred from activity.",
      "role.observed_role": "The role; inferred from activity alone.",
      "role.confidence": "How certain the role is, from 0 to 1: a lower bound, reduced below 30 days of activity.",
      workstreams: "The areas of work the user is involved in.",
      "workstreams.summary": "The areas of work in one sentence.",
      "workstreams.items": "The areas of work.",
      "workstreams.items.name": "A short name.",
      "workstreams.items.description": "What the work consists of.",
      "workstreams.items.systems": "The systems involved.",
      "workstreams.items.collaborators": "People who work on the same resources, at most 5.",
      access: "What the user can access.",
      "access.summary": "The access in one sentence.",
      "access.directory_role_count": "The number of directory roles.",
      "access.privileged_entitlement_count": "The number of privileged entitlements.",
      "access.privileged_classes": "The kinds of privilege the user holds.",
      "access.application_count":
        "The number of applications that are assigned to the user or were used in the last 90 days.",
      "access.dormant_entitlement_count":
        "The number of entitlements that were granted and observed for 90 days or more and not used in the last 90 days.",
      "access.applications": "The names of the applications, the most used first; at most 100.",
      "access.privileges": "The privileged entitlements.",
      "access.privileges.name": "The name of the entitlement.",
      "access.privileges.privilege_class": "The kind of privilege.",
      "access.privileges.source":
        "How the entitlement is held, for example `direct`, `group:NAME`, `pim_eligible`, `app_role:APPLICATION` or `owner`.",
      "access.entitlements":
        "All entitlements, the privileged ones first, then the rarest among similar users; at most 500.",
      "access.entitlements.name": "The name of the entitlement.",
      "access.entitlements.privileged": "True if the entitlement is privileged.",
      "access.entitlements.access_domain": "The area it gives access to.",
      "access.entitlements.first_seen": "The date of the grant, or the first date on which the entitlement was seen.",
      "access.entitlements.last_used":
        "The date of the last use in the logs; `never` if it was not used since it was granted; null if that is not known.",
      "access.entitlements.peer_prevalence":
        "The share of similar users who hold the entitlement, from 0 to 1; null with fewer than 5 similar users.",
      posture: "Devices, sign-in activity and the non-human identities the user is responsible for.",
      "posture.device_classes": "Kinds of devices in regular use.",
      "posture.os_types": "Operating systems in regular use.",
      "posture.signin_active_days": "The number of the last 90 days with at least one interactive sign-in.",
      "posture.signin_total_logons": "The number of interactive sign-ins in the last 90 days.",
      "posture.nhi": "Counts of the non-human identities the user is responsible for.",
      "posture.nhi.service_account_count": "Service accounts.",
      "posture.nhi.service_principal_count": "Service principals.",
      "posture.nhi.oauth_grant_count": "Applications the user has consented to.",
      "posture.nhi.agent_count": "AI agents.",
      "posture.nhi.owns_secrets": "True if one of them has a secret.",
      "posture.nhi.can_create_agents": "True if the user can create agents.",
      risk_lens: "The potential impact of a compromised account.",
      "risk_lens.blast_radius": "The extent of potential damage.",
      "risk_lens.reaches_control_plane": "True if the account can change permissions or policies of others.",
      "risk_lens.dormant_count": "The number of unused privileges and identities that are still valid.",
      "risk_lens.credential_exposure": "How exposed the credentials are.",
      "risk_lens.anomaly_count":
        "The number of anomalies, risk detections and drift events of the last 30 days, each kind once a day.",
      ...coverageWords(["overview", "identity", "role", "workstreams", "access", "posture", "risk_lens"]),
    },
  },
} as const;

function coverageWords(sections: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    sections.map((section) => [`coverage.${section}`, `How complete the data behind \`${section}\` is.`]),
  );
}
