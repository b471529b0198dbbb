import { smallest } from "../../model/extremes.ts";
import type { DirectoryModel } from "../../model/identity/directory.ts";
import type { Tier } from "../../model/identity/entitlement.ts";
import type { Steps } from "../../model/steps.ts";
import { scopesAbove } from "./azure-scope.ts";
import { capabilityTargets } from "./capability-targets.ts";
import type { DirectGrants } from "./direct-grants.ts";
import type { DirectoryFacts } from "./directory-facts.ts";
import type { Edges } from "./edge-list.ts";
import { type Capability, type Grant, isWalkable } from "./grant.ts";
import { GraphDraft } from "./graph-draft.ts";
import type { HostedIdentities } from "./hosted-identities.ts";

/** What can be taken over from where. */
export interface ControlGraph {
  readonly edges: Edges;
  /** The names of nodes for a reader. */
  readonly names: readonly string[];
  readonly nodeOf: ReadonlyMap<string, number>;
  /** 1 for nodes that count in a share: enabled users and service principals, and resources. */
  readonly isCounted: Uint8Array;
  readonly countedTotal: number;
  /** What a node holds itself. */
  readonly held: ReadonlyMap<number, HeldTier>;
}

export interface HeldTier {
  /** The most privileged tier. */
  readonly tier: Tier;
  /** The name of a grant that is control of the control plane; null if there is none. */
  readonly controlPlane: string | null;
}

interface GraphParts {
  readonly facts: DirectoryFacts;
  readonly directory: DirectoryModel;
  readonly grants: DirectGrants;
  readonly hosted: HostedIdentities;
}

/**
 * Builds the control graph of a directory. An edge of cost 1 takes control of its end, one of cost 0 only uses what is
 * granted. Disabled users and service principals cannot be taken over.
 */
export function* buildControlGraph(parts: GraphParts): Steps<ControlGraph> {
  const { facts, hosted } = parts;
  const draft = new GraphDraft(facts, hosted);
  yield* addCapabilities(parts, draft);
  yield* addMemberships(facts, draft);
  yield* addOwners(parts, draft);
  addFederation(parts, draft);
  yield* addScopes(parts, draft);
  addHosts(parts, draft);
  const { nodeOf, names } = draft;
  return { edges: draft.buildEdges(), names, nodeOf, held: heldTiers(parts, draft), ...countOf(facts, draft) };
}

/** Whether a grant is a user's consent, which lets an application act for the user but gives the user nothing. */
const isConsent = ({ entitlement }: Grant): boolean => entitlement.key.startsWith("consent:");

function heldTiers({ grants }: GraphParts, { nodeOf }: GraphDraft): ReadonlyMap<number, HeldTier> {
  const held = new Map<number, HeldTier>();
  for (const [principalId, given] of grants) {
    const node = nodeOf.get(principalId);
    const usable = given.filter((grant) => isWalkable(grant) && !isConsent(grant));
    if (node === undefined || usable.length === 0) continue;
    const names = usable.filter(({ isControlPlane }) => isControlPlane).map(({ entitlement }) => entitlement.name);
    const tier = (smallest(usable.map(({ entitlement }) => entitlement.tier)) ?? 2) as Tier;
    held.set(node, { tier, controlPlane: names.sort()[0] ?? null });
  }
  return held;
}

/** The edge from a capability to each object that it reaches, and the name of the set of objects. */
const CAPABILITIES: Readonly<Record<Capability, { readonly edge: string; readonly name: string }>> = {
  everything: { edge: "GrantRole", name: "any identity" },
  any_app: { edge: "AddSecret", name: "any application" },
  any_user: { edge: "ResetPassword", name: "any user" },
  any_unprotected_user: { edge: "ResetPassword", name: "any user without a privileged role" },
  any_unprotected_group: { edge: "AddMember", name: "any group without roles" },
  any_microsoft365_group: { edge: "AddMember", name: "any Microsoft 365 group" },
};

/** Adds one node for each capability that somebody has, so that holders and targets are not linked one by one. */
function* addCapabilities({ facts, grants }: GraphParts, draft: GraphDraft): Steps<void> {
  const targets = capabilityTargets(facts, grants);
  const used = new Set<Capability>();
  for (const [principalId, given] of grants) {
    for (const capability of new Set(given.filter(isWalkable).flatMap(({ capabilities }) => capabilities))) {
      draft.add(`capability:${capability}`, CAPABILITIES[capability].name);
      draft.link(principalId, `capability:${capability}`, 0, "HasRole");
      used.add(capability);
    }
  }
  for (const capability of used) {
    yield;
    for (const target of targets[capability]()) {
      draft.link(`capability:${capability}`, target, 1, CAPABILITIES[capability].edge);
    }
  }
}

function* addMemberships({ memberships, groups }: DirectoryFacts, draft: GraphDraft): Steps<void> {
  for (const [memberId, groupIds] of memberships) {
    for (const groupId of groupIds) if (groups.has(groupId)) draft.link(memberId, groupId, 0, "MemberOf");
    yield;
  }
}

const isEnabled = ({ services }: DirectoryFacts, id: string): boolean => services.get(id)?.isEnabled ?? true;

function* addOwners({ facts, directory }: GraphParts, draft: GraphDraft): Steps<void> {
  for (const targetId of [...facts.services.keys(), ...facts.groups.keys()]) {
    if (!isEnabled(facts, targetId)) continue;
    const label = facts.groups.has(targetId) ? "AddMember" : "Owns";
    const owners = new Set(directory.ownersOf(targetId).map(({ ownerId }) => ownerId));
    for (const ownerId of owners) draft.link(ownerId, targetId, 1, label);
    yield;
  }
}

/** Adds the identities of this directory that another one trusts by a federated credential. */
function addFederation({ facts, directory }: GraphParts, draft: GraphDraft): void {
  for (const { objectId } of directory.services.filter((service) => service.isEnabled)) {
    for (const { type, subject } of directory.credentialsOf(objectId)) {
      const source = subject?.toLowerCase() ?? "";
      if (type === "federated" && facts.services.has(source)) draft.link(source, objectId, 1, "AuthenticatesTo");
    }
  }
}

/** Adds the Azure scopes that somebody controls, each with the resources below it. */
function* addScopes({ facts, grants, hosted }: GraphParts, draft: GraphDraft): Steps<void> {
  for (const [principalId, given] of grants) {
    for (const { controlledScope } of given.filter(isWalkable)) {
      if (controlledScope === null) continue;
      draft.add(`scope:${controlledScope}`, controlledScope);
      draft.link(principalId, `scope:${controlledScope}`, 0, "HasRole");
    }
  }
  for (const resourceId of new Set([...facts.resources.keys(), ...hosted.keys()])) {
    for (const scope of scopesAbove(resourceId)) draft.link(`scope:${scope}`, resourceId, 1, "ControlsResource");
    yield;
  }
}

/** Adds the managed identities that run on resources. */
function addHosts({ facts, hosted }: GraphParts, draft: GraphDraft): void {
  for (const [resourceId, identityIds] of hosted) {
    for (const identityId of identityIds) {
      if (isEnabled(facts, identityId)) draft.link(resourceId, identityId, 1, "ManagedIdentity");
    }
  }
}

function countOf({ users, services, resources }: DirectoryFacts, { nodeOf, names }: GraphDraft) {
  const counted = [
    ...[...users.values(), ...services.values()].filter((identity) => identity.isEnabled),
    ...resources.values(),
  ];
  const isCounted = new Uint8Array(names.length);
  for (const { objectId } of counted) isCounted[nodeOf.get(objectId) ?? 0] = 1;
  return { isCounted, countedTotal: counted.length };
}
