import type { DirectoryModel } from "../../model/identity/directory.ts";
import type { AccessModel, Entitlement, Reach, Tier } from "../../model/identity/entitlement.ts";
import { finishSteps, type Steps } from "../../model/steps.ts";
import { blastRadiusOf } from "./blast-radius.ts";
import { type ControlDistance, controlDistance } from "./control-distance.ts";
import { buildControlGraph, type ControlGraph } from "./control-graph.ts";
import { createShareReader } from "./control-share.ts";
import { collectDirectGrants } from "./direct-grants.ts";
import type { DirectoryFacts } from "./directory-facts.ts";
import { createDirectoryModel } from "./directory-model.ts";
import { createEntitlementReader, type EntitlementReader } from "./entitlements.ts";
import { hostedIdentities } from "./hosted-identities.ts";

/** The directory of a domain and what it means for access. */
export interface DirectoryAccess {
  readonly directory: DirectoryModel;
  readonly access: AccessModel;
}

/** Builds both models from the objects of a directory at once. */
export const buildDirectoryAccess = (facts: DirectoryFacts): DirectoryAccess =>
  finishSteps(buildDirectoryAccessInSteps(facts));

/** Builds both models from the objects of a directory. */
export function* buildDirectoryAccessInSteps(facts: DirectoryFacts): Steps<DirectoryAccess> {
  // The models keep the grants, not the assignments that they were made from.
  const kept = { ...facts, roleAssignments: [], appRoleAssignments: [], azureAssignments: [] };
  const directory = createDirectoryModel(kept);
  yield;
  const hosted = hostedIdentities(kept);
  const grants = yield* collectDirectGrants(facts, hosted);
  const entitlementsOf = createEntitlementReader(kept, directory, grants);
  const graph = yield* buildControlGraph({ facts: kept, directory, grants, hosted });
  const reachOf = yield* createReachReader(graph, entitlementsOf);
  return { directory, access: { delivered: kept.delivered, entitlementsOf, reachOf } };
}

const NO_REACH: Reach = {
  reachesControlPlane: false,
  blastRadius: "minimal",
  tier: 2,
  isDirect: true,
  path: [],
  share: 0,
};

function* createReachReader(
  graph: ControlGraph,
  entitlementsOf: EntitlementReader,
): Steps<(objectId: string) => Reach> {
  const controlPlane = yield* controlDistance(graph, (held) => held.controlPlane !== null);
  const tierZero = yield* controlDistance(graph, ({ tier }) => tier === 0);
  const tierOne = yield* controlDistance(graph, ({ tier }) => tier <= 1);
  const shareOf = yield* createShareReader(graph);
  return (objectId) => {
    const node = graph.nodeOf.get(objectId);
    if (node === undefined) return NO_REACH;
    const entitlements = entitlementsOf(objectId);
    const edges = controlPlane.edgesFrom(node);
    const share = shareOf(node);
    const tier = reachedTier(node, tierZero, tierOne);
    return {
      reachesControlPlane: edges !== undefined,
      blastRadius: blastRadiusOf({ edges, share, entitlements }),
      tier,
      isDirect: heldTier(entitlements) <= tier,
      path: edges === undefined || edges === 0 ? [] : controlPlane.pathFrom(node),
      share,
    };
  };
}

function reachedTier(node: number, tierZero: ControlDistance, tierOne: ControlDistance): Tier {
  if (tierZero.edgesFrom(node) !== undefined) return 0;
  return tierOne.edgesFrom(node) === undefined ? 2 : 1;
}

/** Returns the most privileged tier that can be used as it is, without a control edge or somebody's approval. */
const heldTier = (entitlements: readonly Entitlement[]): Tier =>
  entitlements.reduce<Tier>(
    (best, { kind, tier, state }) =>
      kind !== "group" && kind !== "app_owner" && state !== "eligible_with_approval" && tier < best ? tier : best,
    2,
  );
