import type { NhiCluster, NhiClusterMember, NhiFeatures } from "../../model/identity/nhi-cluster.ts";
import { ARCHETYPES, type Archetype, type OutlierReason } from "../../model/identity/nhi-words.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { Group } from "./clusters.ts";
import { byText, round } from "./facts.ts";

/** A cluster as it was stored before. */
export interface EarlierCluster {
  readonly clusterId: string;
  readonly members: readonly string[];
}

const SAME = 0.5;
const RARE = 0.1;
const MOST = 0.5;

/** Describes groups as clusters; those with most members of an earlier cluster keep its id. `newId` names a new one. */
export function describeClusters(
  groups: readonly Group[],
  earlier: readonly EarlierCluster[],
  newId: (nuid: string) => string,
): readonly NhiCluster[] {
  const ids = carryIds(groups, earlier, newId);
  return groups
    .map((group, at) => describeGroup(group, ids[at] ?? ""))
    .sort((a, b) => byText(a.clusterId, b.clusterId));
}

/** Assigns ids by the largest overlap with earlier clusters, each id once. */
function carryIds(
  groups: readonly Group[],
  earlier: readonly EarlierCluster[],
  newId: (nuid: string) => string,
): readonly string[] {
  const owner = new Map(earlier.flatMap(({ members }, at) => members.map((nuid) => [nuid, at] as const)));
  const overlaps = groups.flatMap(({ members }, group) => {
    const counts = new Map<number, number>();
    for (const { features } of members) {
      const at = owner.get(features.nuid);
      if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    return [...counts].map(([at, common]) => {
      const { clusterId = "", members: before = [] } = earlier[at] ?? {};
      return { group, clusterId, value: common / (members.length + before.length - common) };
    });
  });
  overlaps.sort((a, b) => b.value - a.value || byText(a.clusterId, b.clusterId) || a.group - b.group);
  const ids: string[] = groups.map(() => "");
  const taken = new Set<string>();
  for (const { group, clusterId, value } of overlaps) {
    if (value < SAME || ids[group] !== "" || taken.has(clusterId)) continue;
    ids[group] = clusterId;
    taken.add(clusterId);
  }
  return ids.map((id, group) => id || unusedId(groups[group], taken, newId));
}

function unusedId(group: Group | undefined, taken: Set<string>, newId: (nuid: string) => string): string {
  const nuids = (group?.members ?? []).map(({ features }) => features.nuid).sort(byText);
  const id = nuids.map(newId).find((candidate) => !taken.has(candidate)) ?? newId(nuids.join());
  taken.add(id);
  return id;
}

/** Returns the most frequent value; of equally frequent ones the first by `order`. */
function modeOf<T>(values: readonly T[], order: (a: T, b: T) => number): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || order(a[0], b[0]))[0]?.[0];
}

function describeGroup({ members, center }: Group, clusterId: string): NhiCluster {
  const all = members.map(({ features }) => features);
  const tier =
    modeOf(
      all.flatMap((each) => each.tier ?? []),
      (a, b) => a - b,
    ) ?? null;
  const archetype =
    modeOf(
      all.map((each) => each.archetype),
      byText,
    ) ?? null;
  const counts = new Map<string, number>();
  for (const { entitlements } of all) for (const key of entitlements) counts.set(key, (counts.get(key) ?? 0) + 1);
  const ranked = [...members].sort(
    (a, b) => b.features.score - a.features.score || byText(a.features.nuid, b.features.nuid),
  );
  return {
    clusterId,
    name: nameOf(archetype, center),
    tier,
    archetype,
    members: ranked.map(
      ({ features, similarity }, at): NhiClusterMember => ({
        nuid: features.nuid,
        name: features.name,
        position: at + 1,
        score: features.score,
        similarity: round(Math.min(1, similarity)),
        outlierReasons: outlierReasons(features, all, tier, counts),
      }),
    ),
    prevalence: counts,
  };
}

const NAMING = /^(stem|permission|system|publisher):/;

function nameOf(archetype: Archetype | null, center: readonly string[]): string {
  const words = center.filter((token) => NAMING.test(token)).map((token) => token.slice(token.indexOf(":") + 1));
  const label = ARCHETYPES[archetype ?? "unclassified"];
  const distinct = [...new Set(words)].slice(0, 2);
  return safeText(distinct.length > 0 ? `${label} - ${distinct.join(", ")}` : label, 160);
}

function outlierReasons(
  features: NhiFeatures,
  all: readonly NhiFeatures[],
  tier: NhiFeatures["tier"],
  counts: ReadonlyMap<string, number>,
): readonly OutlierReason[] {
  const share = (holds: (each: NhiFeatures) => boolean) => all.filter(holds).length / all.length;
  const found: OutlierReason[] = [];
  const add = (reason: OutlierReason, holds: boolean): void => {
    if (holds) found.push(reason);
  };
  add("more_privileged", features.tier !== null && tier !== null && features.tier < tier);
  // Among few members, one that is alone with something is at most a small minority.
  const rare = Math.max(RARE, 1 / all.length);
  const isRare = (value: number) => value <= rare && value < MOST && all.length >= 4;
  add(
    "rare_permission",
    features.privileged.some((key) => isRare((counts.get(key) ?? 0) / all.length)),
  );
  add("different_rhythm", features.rhythm !== null && share(({ rhythm }) => rhythm === features.rhythm) < RARE);
  add("no_owner", features.isUngoverned && isRare(share(({ isUngoverned }) => isUngoverned)));
  add("foreign_publisher", features.isForeign && isRare(share(({ isForeign }) => isForeign)));
  return found;
}
