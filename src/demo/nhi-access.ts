import { counted } from "./counted.ts";
import { DAY_MS, shift, toIso } from "./moment.ts";
import { holdsSecret, type Nhi } from "./nhi.ts";
import { type Credential, type HeldGrant, type NhiFacts, WINDOW_DAYS } from "./nhi-facts.ts";

const PLANES: Readonly<Record<string, string>> = { tier0: "control", tier1: "management", tier2: "data" };
const BLAST_RADII: Readonly<Record<string, string>> = { tier0: "critical", tier1: "moderate", tier2: "low" };
const EXPIRING_DAYS = 30;

const isPrivileged = ({ tier }: HeldGrant): boolean => tier !== "tier2";

/** What the identity may do, how dangerous that is, and how it proves who it is. */
export function accessSectionsOf(facts: NhiFacts) {
  return {
    access: accessOf(facts),
    risk: riskOf(facts),
    risk_lens: { blast_radius: BLAST_RADII[facts.tier] ?? null, reaches_control_plane: facts.tier === "tier0" },
    asset_tier: assetTierOf(facts),
    credential_posture: credentialPostureOf(facts),
  };
}

function accessOf({ nhi, grants, isOverPermitted }: NhiFacts) {
  const { kind } = nhi;
  const privileged = grants.filter(isPrivileged).length;
  return {
    summary: `${counted(grants.length, "grant")}, ${privileged} privileged, in ${kind.behaviour.system}.`,
    permission_count: grants.length,
    privileged_count: privileged,
    systems: [kind.behaviour.system],
    over_permission: isOverPermitted,
    applications: [kind.behaviour.system],
    data_stores: [kind.store.name],
    directory_roles: [],
    legitimacy: legitimacyOf(nhi),
    entitlements: grants.map((grant) => entitlementOf(nhi, grant)),
    reactivated_scopes: [],
    permissions: grants.map((grant) => permissionOf(nhi, grant)),
  };
}

function entitlementOf({ kind, creator }: Nhi, grant: HeldGrant) {
  return {
    key: `${kind.grantKind}:${grant.name}`,
    name: grant.name,
    kind: kind.grantKind,
    resource: kind.behaviour.system,
    scope: kind.store.name,
    tier: grant.tier,
    privilege_class: grant.privilegeClass,
    privileged: isPrivileged(grant),
    granted_at: toIso(grant.grantedAt),
    granted_by: creator.email,
    first_seen: toIso(grant.grantedAt),
    last_used: toIso(grant.lastUsed),
    usage: grant.lastUsed ? "used" : "unused",
    via: "direct",
    cluster_prevalence: 1,
  };
}

function permissionOf({ kind }: Nhi, grant: HeldGrant) {
  const isDelegated = kind.grantKind === "delegated_grant";
  return {
    api: kind.behaviour.system,
    api_id: null,
    value: grant.name,
    permission_id: null,
    kind: isDelegated ? "delegated" : "application",
    consent_scope: isDelegated ? "all_users" : null,
    tier: grant.tier,
    privilege_class: grant.privilegeClass,
    reaches_control_plane: grant.tier === "tier0",
    used: grant.lastUsed !== null,
    last_used: toIso(grant.lastUsed),
    narrower_alternative: grant.name.endsWith(".ReadWrite.All") ? grant.name.replace("ReadWrite", "Read") : null,
  };
}

function legitimacyOf({ kind, creator, firstSeen }: Nhi) {
  const isForeign = kind.what.archetype === "saas_integration";
  const isVendor = kind.what.archetype === "vendor_platform";
  const origin = isForeign
    ? { id: "verified_publisher", detail: "The publisher is verified." }
    : { id: isVendor ? "first_party" : "own_tenant", detail: "It belongs to the platform or to this organization." };
  return {
    verdict: isForeign ? "expected" : "verified",
    signals: [
      { ...origin, effect: "supports" },
      { id: "long_history", effect: "supports", detail: `Known since ${firstSeen.toISOString().slice(0, 10)}.` },
    ],
    publisher: { name: null, verified: isForeign || isVendor, tenant_id: null, first_party: isVendor },
    consent: isForeign
      ? { kind: "admin", by: creator.email, at: toIso(firstSeen), user_count: null }
      : { kind: "none", by: null, at: null, user_count: null },
  };
}

function riskOf({ factors, score, generatedAt }: NhiFacts) {
  const level = ["low", "medium", "high", "critical"][Math.min(3, Math.floor(score / 25))];
  return { score, level, factors, top_factor: factors[0]?.id ?? null, computed_at: toIso(generatedAt) };
}

function assetTierOf({ nhi, grants, tier }: NhiFacts) {
  const basis = grants.filter((grant) => grant.tier === tier);
  return {
    tier,
    plane: PLANES[tier],
    label: `${PLANES[tier]} plane, ${tier}`,
    basis: basis.map(({ name }) => ({ key: `${nhi.kind.grantKind}:${name}`, name, tier, path: [] })),
    direct: true,
    override: null,
  };
}

function credentialPostureOf(facts: NhiFacts) {
  const { nhi, credentials } = facts;
  const flags = credentialFlagsOf(facts);
  const isPoor = flags.includes("very_long_lifetime") || (facts.tier === "tier0" && holdsSecret(nhi));
  const verdict = isPoor ? "poor" : flags.length > 0 || holdsSecret(nhi) ? "fair" : "good";
  const newest = credentials.at(-1)?.createdAt ?? null;
  return {
    verdict: credentials.length === 0 ? "none" : verdict,
    count: credentials.length,
    flags,
    items: credentials.map((credential) => credentialItemOf(facts, credential)),
    rotation: { last_rotated_at: toIso(newest), median_interval_days: null },
  };
}

function credentialFlagsOf({ nhi, credentials, generatedAt }: NhiFacts): readonly string[] {
  const some = (test: (credential: Credential) => boolean) => credentials.some(test);
  const flags: readonly (readonly [boolean, string])[] = [
    [some((one) => one.lifetimeDays > 730), "very_long_lifetime"],
    [some((one) => one.lifetimeDays > 180 && one.lifetimeDays <= 730), "long_lifetime"],
    [some((one) => expiresAt(one) < shift(generatedAt, EXPIRING_DAYS * DAY_MS)), "expiring_30d"],
    [some((one) => one.createdAt < shift(generatedAt, -365 * DAY_MS)), "not_rotated_1y"],
    [nhi.isDormant && credentials.length > 0, "unused_30d"],
    [credentials.length > 1, "multiple_valid_secrets"],
  ];
  return flags.filter(([holds]) => holds).map(([, flag]) => flag);
}

const expiresAt = ({ createdAt, lifetimeDays }: Credential): Date => shift(createdAt, lifetimeDays * DAY_MS);

function credentialItemOf({ nhi, generatedAt }: NhiFacts, credential: Credential) {
  const isExpiring = expiresAt(credential) < shift(generatedAt, EXPIRING_DAYS * DAY_MS);
  const isUsed = nhi.lastSeen > shift(generatedAt, -WINDOW_DAYS * DAY_MS);
  return {
    key_id: credential.keyId,
    type: nhi.kind.behaviour.auth,
    origin: nhi.kind.what.provider === "entra" ? "application" : "platform",
    label: null,
    created_at: toIso(credential.createdAt),
    expires_at: toIso(expiresAt(credential)),
    lifetime_days: credential.lifetimeDays,
    age_days: Math.floor((generatedAt.getTime() - credential.createdAt.getTime()) / DAY_MS),
    last_used: toIso(nhi.lastSeen),
    state: isExpiring ? "expiring" : isUsed ? "active" : "unused",
    added_by: credential.addedBy,
  };
}
