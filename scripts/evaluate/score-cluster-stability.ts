import { groupSimilar } from "../../src/analysis/nhi/clusters.ts";
import { describeClusters, type EarlierCluster } from "../../src/analysis/nhi/describe-clusters.ts";
import type { NhiFeatures } from "../../src/model/identity/nhi-cluster.ts";
import { seededRandom } from "../../src/synth/random.ts";
import type { Measure } from "./gates.ts";
import type { Results } from "./results.ts";

const CHANGED_SHARE = 0.05;
/** Repetitions with other members, so that few clusters give a stable figure. */
const ROUNDS = 20;

async function clustersOf(features: readonly NhiFeatures[], earlier: readonly EarlierCluster[]) {
  const groups = await groupSimilar(features, async () => undefined);
  return describeClusters(groups, earlier, (nuid) => `cluster of ${nuid}`);
}

/** Measures how many clusters keep their id when some identities are replaced by others of the same kind. */
export async function scoreClusterStability(seed: number, { features }: Results): Promise<readonly Measure[]> {
  const before = await clustersOf(features, []);
  const earlier = before.map(({ clusterId, members }) => ({ clusterId, members: members.map(({ nuid }) => nuid) }));
  let [kept, all] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = seededRandom(seed, `evaluation members ${round}`);
    const changed = features.map((each) =>
      random.chance(CHANGED_SHARE) ? { ...each, nuid: `new-${round}-${each.nuid}` } : each,
    );
    const after = new Set((await clustersOf(changed, earlier)).map(({ clusterId }) => clusterId));
    kept += before.filter(({ clusterId }) => after.has(clusterId)).length;
    all += before.length;
  }
  const metric = `ids kept when ${CHANGED_SHARE * 100} % of the members change`;
  return [{ output: "clusters", metric, value: all === 0 ? null : kept / all, gate: { least: 0.95 } }];
}
