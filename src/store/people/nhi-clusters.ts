import { type NhiCluster, renderNhiCluster } from "../../model/identity/nhi-cluster.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions, type PageResult, type PageRow, toPage } from "../items/page.ts";

export interface NhiClusterFilter {
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Lists clusters by ascending id. */
export async function listNhiClusters(db: DomainDb, filter: NhiClusterFilter): Promise<PageResult> {
  const where = new Conditions().addIf(
    "cluster_id > (select p.cluster_id from nhi_clusters p where p.domain_id = $1 and p.cluster_id = ?::uuid)",
    filter.after,
  );
  const rows = await db.query<PageRow>(
    `select cluster_id as id, wire from nhi_clusters where domain_id = $1${where.sql} and removed_at is null
     order by cluster_id limit ${where.bind(filter.limit + 1)}`,
    where.values,
  );
  return toPage(db, rows, filter.limit, {
    id: filter.after,
    exists: "select true as known from nhi_clusters where domain_id = $1 and cluster_id = $2",
  });
}

/** The members that a cluster had when it was last stored. */
export interface KnownCluster {
  readonly clusterId: string;
  readonly members: readonly string[];
}

/** Reads the clusters that are not removed, by id. */
export async function readKnownClusters(db: DomainDb): Promise<readonly KnownCluster[]> {
  const rows = await db.query<{ cluster_id: string; members: string }>(
    `select cluster_id, array_to_json(members)::text as members from nhi_clusters
     where domain_id = $1 and removed_at is null order by cluster_id`,
  );
  return rows.map(({ cluster_id, members }) => ({ clusterId: cluster_id, members: JSON.parse(members) as string[] }));
}

/** Stores the clusters of a domain; those that are not given are removed. Returns how many changed. */
export async function saveNhiClusters(tx: DomainDb, clusters: readonly NhiCluster[], at: Date): Promise<number> {
  const rows = clusters.map((cluster) => ({
    cluster_id: cluster.clusterId,
    members: cluster.members.map(({ nuid }) => nuid).sort(),
    wire: renderNhiCluster(cluster),
  }));
  const saved = await tx.execute(
    `insert into nhi_clusters as c (domain_id, cluster_id, members, wire)
     select $1, cluster_id, members, wire
     from json_to_recordset($2::json) as given (cluster_id uuid, members uuid[], wire text)
     on conflict (domain_id, cluster_id) do update set members = excluded.members, wire = excluded.wire, removed_at = null
     where c.members <> excluded.members or c.wire <> excluded.wire or c.removed_at is not null`,
    [JSON.stringify(rows)],
  );
  const removed = await tx.execute(
    `update nhi_clusters set removed_at = $3
     where domain_id = $1 and removed_at is null and cluster_id <> all($2::uuid[])`,
    [rows.map(({ cluster_id }) => cluster_id), at],
  );
  if (saved + removed > 0) tx.markChanged("nhi");
  return saved + removed;
}
