import type { NhiCluster } from "../../model/identity/nhi-cluster.ts";
import { round } from "./facts.ts";

/** The parts of a detail that depend on its cluster. */
interface Clustered {
  readonly nuid: string;
  readonly role: { readonly match: string | null } | null;
  readonly access: { readonly entitlements: readonly { readonly key: string }[] } | null;
  readonly coverage: object;
}

const TYPICAL = 0.4;

/** Completes a detail by its cluster, or by the fact that it has none. */
export function withCluster<D extends Clustered>(detail: D, cluster: NhiCluster | undefined): D {
  const member = cluster?.members.find(({ nuid }) => nuid === detail.nuid);
  if (!cluster || !member) return { ...detail, coverage: { ...detail.coverage, cluster: "none" } };
  const of = cluster.members.length;
  const isOutlier = member.outlierReasons.length > 0;
  return {
    ...detail,
    role: detail.role && {
      ...detail.role,
      match: member.similarity >= TYPICAL && !isOutlier ? "typical" : "atypical",
    },
    access: detail.access && {
      ...detail.access,
      entitlements: detail.access.entitlements.map((entitlement) => ({
        ...entitlement,
        cluster_prevalence: prevalenceAmongOthers(cluster, entitlement.key),
      })),
    },
    cluster: {
      cluster_id: cluster.clusterId,
      name: cluster.name,
      tier: `tier${cluster.tier ?? 2}`,
      archetype: cluster.archetype,
      rank: {
        position: member.position,
        of,
        percentile: round((of - member.position) / of),
        score: member.score,
        outlier: isOutlier,
        outlier_reasons: member.outlierReasons,
        similarity: member.similarity,
      },
    },
    coverage: { ...detail.coverage, cluster: "sufficient" },
  };
}

function prevalenceAmongOthers({ prevalence, members }: NhiCluster, key: string): number {
  const others = members.length - 1;
  return others < 1 ? 0 : round(Math.max(0, (prevalence.get(key) ?? 1) - 1) / others);
}
