import type { DirectoryModel } from "../../model/identity/directory.ts";
import type { AccessModel, Entitlement, Reach, Tier } from "../../model/identity/entitlement.ts";
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

/** Builds both models from the objects of a directory. */
export function buildDirectoryAccess(facts: DirectoryFacts): DirectoryAccess {
  const directory = createDirectoryModel(facts);
  const hosted = hostedIdentities(facts);
  const grants = collectDirectGrants(facts, hosted);
  const entitlementsOf = createEntitlementReader(facts, directory, grants);
  const graph = buildControlGraph({ facts, directory, grants, hosted });
  const reachOf = createReachReader(graph, entitlementsOf);
  return { directory, access: { delivered: facts.delivered, entitlementsOf, reachOf } };
}

const NO_REACH: Reach = {
  reachesControlPlane: false,
  blastRadius: "minimal",
  tier: 2,
  isDirect: true,
  path: [],
  share: 0,
};

function createReachReader(graph: ControlGraph, entitlementsOf: EntitlementReader): (objectId: string) => Reach {
  const controlPlane = controlDistance(graph, (held) => held.controlPlane !== null);
  const tierZero = controlDistance(graph, ({ tier }) => tier === 0);
  const tierOne = controlDistance(graph, ({ tier }) => tier <= 1);
  const shareOf = createShareReader(graph);
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
