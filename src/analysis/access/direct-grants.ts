import { appendTo } from "../../model/append-to.ts";
import { smallest } from "../../model/extremes.ts";
import type { DirectoryGrant, DirectoryService } from "../../model/identity/directory.ts";
import type { Entitlement, Tier } from "../../model/identity/entitlement.ts";
import type { Steps } from "../../model/steps.ts";
import { scopesAbove } from "./azure-scope.ts";
import { apiNameOf, classOf, toAppRoleGrant, toAzureGrant, toRoleGrant } from "./collect-grants.ts";
import type { DirectoryFacts } from "./directory-facts.ts";
import { type Grant, isWalkable } from "./grant.ts";
import type { HostedIdentities } from "./hosted-identities.ts";
import { createSharedTexts } from "./shared-texts.ts";
import { classifyScope } from "./tiers/permission-rules.ts";
import { transitiveGroups } from "./transitive-groups.ts";

/** The grants that principals hold themselves, not through groups, by principal. */
export type DirectGrants = ReadonlyMap<string, readonly Grant[]>;

/**
 * Collects the grants of every principal. Roles and permissions come first, because the tiers of Azure roles and of
 * delegated grants depend on what other identities hold.
 */
export function* collectDirectGrants(facts: DirectoryFacts, hosted: HostedIdentities): Steps<DirectGrants> {
  const grants = new Map<string, Grant[]>();
  const add = (principalId: string, grant: Grant): void => appendTo(grants, principalId, grant);
  for (const assignment of facts.roleAssignments) add(assignment.principalId, toRoleGrant(facts, assignment));
  const shared = createSharedTexts();
  for (const assignment of facts.appRoleAssignments) {
    add(assignment.principalId, withShared(toAppRoleGrant(facts, assignment), shared));
    yield;
  }
  const inScope = (hostedTier: (scope: string) => Tier, into: (principalId: string, grant: Grant) => void): void => {
    for (const assignment of facts.azureAssignments) into(assignment.principalId, toAzureGrant(assignment, hostedTier));
  };
  const first = new Map([...grants].map(([id, held]) => [id, [...held]]));
  inScope(
    () => 2,
    (principalId, grant) => appendTo(first, principalId, grant),
  );
  inScope(hostedTiers(hosted, tierReader(facts, first)), add);
  const tierOfUser = tierReader(facts, new Map([...grants].map(([id, held]) => [id, [...held]])));
  for (const consent of facts.grants) {
    for (const { principalId, grant } of toDelegatedGrants(facts, consent, tierOfUser)) {
      add(principalId, withShared(grant, shared));
    }
    yield;
  }
  return grants;
}

/** Uses one string for equal texts of many entitlements. */
const withShared = (grant: Grant, shared: (text: string) => string): Grant => ({
  ...grant,
  entitlement: {
    ...grant.entitlement,
    key: shared(grant.entitlement.key),
    name: shared(grant.entitlement.name),
    source: shared(grant.entitlement.source),
  },
});

/** Returns the most privileged tier that a principal holds, itself or through groups, among the grants given so far. */
function tierReader(facts: DirectoryFacts, grants: DirectGrants): (principalId: string) => Tier {
  const known = new Map<string, Tier>();
  const best = (principalId: string): Tier =>
    (grants.get(principalId) ?? []).reduce<Tier>(
      (tier, grant) => (isWalkable(grant) && grant.entitlement.tier < tier ? grant.entitlement.tier : tier),
      2,
    );
  return (principalId) => {
    const found = known.get(principalId);
    if (found !== undefined) return found;
    const groups = transitiveGroups(facts, principalId).map(({ groupId }) => best(groupId));
    const tier = (smallest([best(principalId), ...groups]) ?? 2) as Tier;
    known.set(principalId, tier);
    return tier;
  };
}

/** Returns the most privileged tier of the identities that run in an Azure scope. */
function hostedTiers(hosted: HostedIdentities, tierOf: (id: string) => Tier): (scope: string) => Tier {
  const tiers = new Map<string, Tier>();
  for (const [resourceId, identityIds] of hosted) {
    const tier = (smallest(identityIds.map(tierOf)) ?? 2) as Tier;
    for (const scope of scopesAbove(resourceId)) {
      tiers.set(scope, Math.min(tiers.get(scope) ?? 2, tier) as Tier);
    }
  }
  return (scope) => tiers.get(scope) ?? 2;
}

/**
 * Converts a delegated grant: entitlements of the client and, if it is for one user, of that user. A grant for one user
 * is never more privileged than the user.
 */
function toDelegatedGrants(
  facts: DirectoryFacts,
  grant: DirectoryGrant,
  tierOf: (id: string) => Tier,
): readonly { readonly principalId: string; readonly grant: Grant }[] {
  const { clientId, principalId } = grant;
  const floor = principalId === null ? 0 : tierOf(principalId);
  return grant.scopes.flatMap((value) => {
    const held = (entitlement: Entitlement, isControlPlane: boolean): Grant => ({
      entitlement,
      capabilities: [],
      controlledScope: null,
      isControlPlane,
    });
    const forClient = toScopeEntitlement(facts.services.get(grant.resourceId), grant, value, floor);
    const client = [{ principalId: clientId, grant: held(forClient, forClient.tier === 0) }];
    if (principalId === null) return client;
    return [...client, { principalId, grant: held(toConsent(facts.services.get(clientId), grant, forClient), false) }];
  });
}

function toScopeEntitlement(
  resource: DirectoryService | undefined,
  { resourceId, principalId, evidence }: DirectoryGrant,
  value: string,
  floor: Tier,
): Entitlement {
  const apiId = resource?.appId ?? resourceId;
  const api = apiNameOf(resource, null, apiId);
  const scope = principalId === null ? "all_users" : "one_user";
  const classified = classifyScope(value);
  return {
    key: `scope:${apiId}/${value}@${scope}`,
    kind: "delegated_grant",
    name: value,
    source: `grant:${api}`,
    resource: api,
    resourceId: apiId,
    scope,
    state: "active",
    ...classOf({ ...classified, tier: Math.max(classified.tier, floor) as Tier }),
    grantedAt: null,
    evidence,
  };
}

/** Converts a consent to an entitlement of the user who gave it: the client acts for the user. */
function toConsent(client: DirectoryService | undefined, grant: DirectoryGrant, scope: Entitlement): Entitlement {
  const clientId = client?.appId ?? grant.clientId;
  const name = client?.displayName ?? clientId;
  return { ...scope, key: `consent:${clientId}/${scope.key}`, name: `${scope.name} for ${name}` };
}
