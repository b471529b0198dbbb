import { groupSimilar } from "../../analysis/nhi/clusters.ts";
import { describeClusters } from "../../analysis/nhi/describe-clusters.ts";
import { withCluster } from "../../analysis/nhi/with-cluster.ts";
import type { NhiCluster, NhiFeatures } from "../../model/identity/nhi-cluster.ts";
import { nameId } from "../../runtime/ids.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { saveNhiDetails } from "../../store/people/nhi.ts";
import { readKnownClusters, saveNhiClusters } from "../../store/people/nhi-clusters.ts";
import { readNhiFeatures, readNhiSections } from "../../store/people/nhi-profiles.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";

const PAGE = 500;
/** A detail is up to 30 kB, and a transaction has to be short. */
const DETAIL_PAGE = 10;

/** Finds similar identities, and stores the detail of each with its cluster. */
export const clustersPhase: AnalysisPhase = {
  name: "nhi-clusters",
  builds: "nhi-clusters",
  run: async (run) => {
    const groups = await groupSimilar(await readAllFeatures(run.db), () => run.slice.pause());
    const earlier = await readKnownClusters(run.db);
    const clusters = describeClusters(groups, earlier, (nuid) => nameId(run.db.domainId, `nhi-cluster:${nuid}`));
    await run.db.transaction((tx) => saveNhiClusters(tx, clusters, run.now));
    await storeDetails(run, clusters);
  },
};

async function readAllFeatures(db: DomainDb): Promise<readonly NhiFeatures[]> {
  const all: NhiFeatures[] = [];
  for (let after: string | undefined; ; ) {
    const page = await readNhiFeatures(db, after, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
    after = page.at(-1)?.nuid;
  }
}

type Detail = Parameters<typeof withCluster>[0];

async function storeDetails(run: AnalysisRun, clusters: readonly NhiCluster[]): Promise<void> {
  const clusterOf = new Map(clusters.flatMap((cluster) => cluster.members.map(({ nuid }) => [nuid, cluster] as const)));
  for (let after: string | undefined; ; ) {
    if (run.isStopped()) return;
    const page = await readNhiSections(run.db, after, DETAIL_PAGE);
    const changed: { nuid: string; document: string; wire: string }[] = [];
    for (const { nuid, sections, wire } of page) {
      await run.slice.pause();
      const text = JSON.stringify(withCluster(JSON.parse(sections) as Detail, clusterOf.get(nuid)));
      if (text !== wire) changed.push({ nuid, document: text, wire: text });
    }
    await run.db.transaction((tx) => saveNhiDetails(tx, changed));
    run.count?.("nhi_details", changed.length);
    if (page.length < DETAIL_PAGE) return;
    after = page.at(-1)?.nuid;
  }
}
