import type { Archetype, OutlierReason, RhythmClass } from "./nhi-words.ts";

/** What similar identities are found and compared by. */
export interface NhiFeatures {
  readonly nuid: string;
  readonly name: string;
  /** Words such as `permission:Mail.Send` or `stem:payroll`, sorted. */
  readonly tokens: readonly string[];
  readonly archetype: Archetype;
  readonly tier: 0 | 1 | 2 | null;
  readonly rhythm: RhythmClass | null;
  readonly score: number;
  readonly isUngoverned: boolean;
  readonly isForeign: boolean;
  /** Keys of its entitlements, sorted. */
  readonly entitlements: readonly string[];
  /** Keys of those that are privileged, sorted. */
  readonly privileged: readonly string[];
}

export interface NhiClusterMember {
  readonly nuid: string;
  readonly name: string;
  /** From 1, by descending risk score. */
  readonly position: number;
  readonly score: number;
  readonly similarity: number;
  readonly outlierReasons: readonly OutlierReason[];
}

export interface NhiCluster {
  readonly clusterId: string;
  readonly name: string;
  readonly tier: 0 | 1 | 2 | null;
  readonly archetype: Archetype | null;
  /** By position. */
  readonly members: readonly NhiClusterMember[];
  /** The share of members that hold each entitlement, by its key. */
  readonly prevalence: ReadonlyMap<string, number>;
}

/** How many members an item of the list shows. */
const SHOWN_MEMBERS = 10;

/** Renders an item of the cluster list. */
export function renderNhiCluster(cluster: NhiCluster): string {
  return JSON.stringify({
    cluster_id: cluster.clusterId,
    name: cluster.name,
    tier: `tier${cluster.tier ?? 2}`,
    archetype: cluster.archetype,
    member_count: cluster.members.length,
    outlier_count: cluster.members.filter(({ outlierReasons }) => outlierReasons.length > 0).length,
    members: cluster.members.slice(0, SHOWN_MEMBERS).map((member) => ({
      nuid: member.nuid,
      display_name: member.name,
      position: member.position,
      score: member.score,
      outlier: member.outlierReasons.length > 0,
    })),
  });
}
