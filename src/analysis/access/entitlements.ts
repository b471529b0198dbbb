import type { DirectoryModel } from "../../model/identity/directory.ts";
import type { Entitlement, Tier } from "../../model/identity/entitlement.ts";
import { classOf } from "./collect-grants.ts";
import type { DirectGrants } from "./direct-grants.ts";
import type { DirectoryFacts } from "./directory-facts.ts";
import type { Grant } from "./grant.ts";
import { type HeldGroup, transitiveGroups } from "./transitive-groups.ts";

/** Returns the entitlements of an identity: one for each key, in the order of keys. */
export type EntitlementReader = (objectId: string) => readonly Entitlement[];

/** Creates a reader that derives an identity's list when it is asked for; what groups give is shared by their members. */
export function createEntitlementReader(
  facts: DirectoryFacts,
  directory: DirectoryModel,
  grants: DirectGrants,
): EntitlementReader {
  const shared = new Map<string, GroupEntitlements>();
  const ofGroup = (groupId: string): GroupEntitlements => {
    const known = shared.get(groupId);
    if (known) return known;
    const made = toGroupEntitlements(facts, grants, groupId);
    shared.set(groupId, made);
    return made;
  };
  const owned = createOwnerReader(directory, grants);
  return (objectId) => {
    const held = new Map<string, Entitlement>();
    const add = (entitlement: Entitlement): void => {
      const known = held.get(entitlement.key);
      if (!known || isStronger(entitlement, known)) held.set(entitlement.key, entitlement);
    };
    for (const { entitlement } of grants.get(objectId) ?? []) add(entitlement);
    for (const group of transitiveGroups(facts, objectId)) {
      const given = ofGroup(group.groupId);
      add(withMembership(given.itself, group));
      for (const entitlement of given.inherited) add(entitlement);
    }
    for (const entitlement of owned(objectId)) add(entitlement);
    return [...held.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  };
}

const STATES: Readonly<Record<Entitlement["state"], number>> = { active: 0, eligible: 1, eligible_with_approval: 2 };

/** Whether one of two entitlements with the same key is the one to list: active, more privileged, direct, first by id. */
function isStronger(a: Entitlement, b: Entitlement): boolean {
  const order =
    STATES[a.state] - STATES[b.state] ||
    a.tier - b.tier ||
    Number(a.source.startsWith("group:")) - Number(b.source.startsWith("group:"));
  return order === 0 ? a.evidence.objectId < b.evidence.objectId : order < 0;
}

interface GroupEntitlements {
  /** The group as an entitlement of its members. */
  readonly itself: Entitlement;
  /** What the group is granted, as entitlements of its members. */
  readonly inherited: readonly Entitlement[];
}

function toGroupEntitlements(facts: DirectoryFacts, grants: DirectGrants, groupId: string): GroupEntitlements {
  const name = facts.groups.get(groupId)?.displayName ?? groupId;
  const above = transitiveGroups(facts, groupId).map((group) => group.groupId);
  const best = mostPrivileged([groupId, ...above].flatMap((id) => grants.get(id) ?? []));
  const itself: Entitlement = {
    key: `group:${groupId}`,
    kind: "group",
    name,
    source: "direct",
    resource: null,
    resourceId: null,
    scope: null,
    state: "active",
    ...(best ?? classOf({ tier: 2, privilegeClass: "baseline" })),
    grantedAt: null,
    evidence: { kind: "groups", objectId: groupId },
  };
  return {
    itself,
    inherited: (grants.get(groupId) ?? []).map(({ entitlement }) => ({ ...entitlement, source: `group:${name}` })),
  };
}

/** Returns the class of the most privileged grant; a group that grants something is as privileged as that. */
function mostPrivileged(grants: readonly Grant[]) {
  const [best] = grants
    .map(({ entitlement }) => entitlement)
    .sort(
      (a, b) =>
        a.tier - b.tier ||
        Number(b.isPrivileged) - Number(a.isPrivileged) ||
        (a.privilegeClass < b.privilegeClass ? -1 : 1),
    );
  if (!best) return undefined;
  const { tier, privilegeClass, privilegeLabel, isPrivileged } = best;
  return { tier, privilegeClass, privilegeLabel, isPrivileged };
}

const withMembership = (entitlement: Entitlement, { membershipId }: HeldGroup): Entitlement => ({
  ...entitlement,
  evidence: { kind: "memberships", objectId: membershipId },
});

/** Creates a reader of owned applications as entitlements. An owner of a privileged application is privileged. */
function createOwnerReader(directory: DirectoryModel, grants: DirectGrants): EntitlementReader {
  return (objectId) =>
    directory.ownedBy(objectId).map((service): Entitlement => {
      const owner = directory.ownersOf(service.objectId).find(({ ownerId }) => ownerId === objectId);
      const best = mostPrivileged(grants.get(service.objectId) ?? []);
      const tier: Tier = best && best.tier < 2 ? 1 : 2;
      const name = service.displayName ?? service.objectId;
      return {
        key: `owner:${service.objectId}`,
        kind: "app_owner",
        name,
        source: `owner:${name}`,
        resource: name,
        resourceId: service.appId ?? service.objectId,
        scope: null,
        state: "active",
        ...classOf({ tier, privilegeClass: "control_app_credential" }),
        grantedAt: null,
        evidence: owner?.evidence ?? { kind: "service-principals", objectId: service.objectId },
      };
    });
}
