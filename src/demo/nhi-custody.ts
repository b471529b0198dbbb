import { DAY_MS, shift, toIso } from "./moment.ts";
import type { NhiFacts } from "./nhi-facts.ts";

/** Who looks after the identity, who made it, and what the directory keeps about it. */
export function custodySectionsOf(facts: NhiFacts) {
  const { nhi, custodyKind } = facts;
  return {
    stewardship: { steward_upn: nhi.steward?.email ?? null, creator_upn: creatorOf(facts), custody_kind: custodyKind },
    stewards: stewardsOf(facts),
    custody: custodyOf(facts),
    identity_metadata: metadataOf(facts),
    actor_edges: actorEdgesOf(facts),
  };
}

/** Nobody here created what the platform's vendor runs. */
export const creatorOf = ({ nhi }: NhiFacts): string | null =>
  nhi.kind.what.archetype === "vendor_platform" ? null : nhi.creator.email;

function stewardsOf({ nhi }: NhiFacts) {
  if (!nhi.steward) return [];
  return [
    {
      upn: nhi.steward.email,
      display_name: nhi.steward.name,
      tuid: nhi.steward.tuid,
      relation: nhi.kind.what.nhiClass === "ai_agent" ? "sponsor" : "app_owner",
      status: "active",
      score: nhi.kind.what.nhiClass === "ai_agent" ? 9 : 8,
      since: toIso(nhi.firstSeen),
      last_action_at: null,
      evidence: "Named as owner in the directory.",
    },
  ];
}

const SERVICE_PRINCIPAL_TYPES: Readonly<Record<string, string>> = {
  managed_identity: "ManagedIdentity",
  ai_agent: "ServiceIdentity",
};
const CUSTODY_REASONS = {
  human: "active_owner: an active person owns it",
  system: "platform: its platform manages it",
  ungoverned: "owner_left: the last person who owned it has left",
} as const;

function custodyOf(facts: NhiFacts) {
  const { nhi, custodyKind, generatedAt, random } = facts;
  const active = nhi.steward ? 1 : 0;
  const platform = { kind: "resource", id: null, name: nhi.kind.behaviour.system };
  const person = nhi.steward && { kind: "user", id: nhi.steward.tuid, name: nhi.steward.name };
  return {
    kind: custodyKind,
    reason: CUSTODY_REASONS[custodyKind],
    custodian: custodyKind === "system" ? platform : person,
    human_owner_count: custodyKind === "system" ? 0 : 1,
    active_human_owner_count: active,
    bus_factor: active,
    orphaned_at: custodyKind === "ungoverned" ? toIso(shift(generatedAt, -random.int(20, 200) * DAY_MS)) : null,
    created: { at: toIso(nhi.firstSeen), by: creatorOf(facts), via: custodyKind === "system" ? "resource" : "portal" },
    chain: [{ at: toIso(nhi.firstSeen), change: "created", actor: creatorOf(facts), subject: nhi.displayName }],
  };
}

function metadataOf({ nhi, grants }: NhiFacts) {
  const { what, identityType, behaviour } = nhi.kind;
  const isEntra = identityType.id.startsWith("entra.");
  return {
    object_type: identityType.id,
    service_principal_type: isEntra ? (SERVICE_PRINCIPAL_TYPES[what.nhiClass] ?? "Application") : null,
    sign_in_audience: isEntra ? "AzureADMyOrg" : null,
    enabled: true,
    created_at: toIso(nhi.firstSeen),
    created_by_app_id: null,
    publisher: what.archetype === "saas_integration" ? nhi.displayName : null,
    verified_publisher: what.archetype === "saas_integration" ? true : null,
    template_id: null,
    tags: grants.some((grant) => grant.tier === "tier0") ? ["sensitive"] : [],
    description: null,
    notes: null,
    reply_url_hosts: [],
    home_host: null,
    sso_mode: null,
    assignment_required: null,
    resource_id: null,
    parent: null,
    federated_credentials: behaviour.auth === "federated" ? 1 : 0,
    external_ids: {},
  };
}

function actorEdgesOf({ nhi, drifts }: NhiFacts) {
  const edge = { kind: "user", can_take_over: true, count: 1 };
  const owner = nhi.steward;
  return [
    ...(owner
      ? [{ ...edge, id: owner.tuid, name: owner.name, relation: "owner", ...seen(nhi.firstSeen, nhi.lastSeen) }]
      : []),
    ...drifts.map(({ cause }) => ({
      ...edge,
      id: cause.person?.tuid ?? null,
      name: cause.person?.name ?? "",
      relation: "credential_manager",
      ...seen(cause.at, cause.at),
    })),
  ];
}

const seen = (first: Date, last: Date) => ({ first_seen: toIso(first), last_seen: toIso(last) });
