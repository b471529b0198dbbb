import type { Database, SystemDb } from "../database/database.ts";
import { isDistributed, planDistribution } from "./distribution-plan.ts";

/** How the rows of a distributed database lie on its workers. */
export interface ShardReport {
  /** The number of shards per table. */
  readonly shards: number;
  readonly tables: number;
  /** Bytes of distributed tables by worker. */
  readonly workers: readonly { readonly address: string; readonly shards: number; readonly bytes: number }[];
  /** The shard with the most bytes over all tables, and up to three domains that it has. */
  readonly largest: { readonly bytes: number; readonly domains: readonly string[] };
  /** Tables that are not where they belong. */
  readonly misplaced: readonly string[];
  readonly droppedKeys: number;
}

/** Reads sizes and placements; undefined if no table is distributed. */
export function readShardReport(database: Database): Promise<ShardReport | undefined> {
  if (database.engine === "embedded") return Promise.resolve(undefined);
  return database.exclusively(async (_run, db) => ((await isDistributed(db)) ? readReport(db) : undefined));
}

async function readReport(db: SystemDb): Promise<ShardReport> {
  const plan = await planDistribution(db);
  const placed = await db.query<PlacedRow>(PLACED, [plan.colocatedWith]);
  const workers = new Map<string, { shards: number; bytes: number }>();
  for (const { address, bytes } of placed) {
    const worker = workers.get(address) ?? { shards: 0, bytes: 0 };
    workers.set(address, { shards: worker.shards + 1, bytes: worker.bytes + Number(bytes) });
  }
  const largest = placed.toSorted((a, b) => Number(b.bytes) - Number(a.bytes))[0];
  const domains = largest
    ? await db.query<{ name: string }>(DOMAINS_OF_SHARD, [plan.colocatedWith, largest.anchor])
    : [];
  return {
    shards: plan.shards ?? 0,
    tables: plan.tables.filter(({ placement, isDone }) => isDone && placement === "distributed").length,
    workers: [...workers].map(([address, worker]) => ({ address, ...worker })),
    largest: { bytes: Number(largest?.bytes ?? 0), domains: domains.map(({ name }) => name) },
    misplaced: plan.tables.filter(({ isDone }) => !isDone).map(({ name }) => name),
    droppedKeys: plan.droppedKeys,
  };
}

interface PlacedRow {
  readonly address: string;
  /** The shard of the table that the others are colocated with. */
  readonly anchor: string;
  readonly bytes: string;
}

/** Shards of the same range of domains are on the same worker, and count as one. */
const PLACED = `
  with sized as (
    select d.shardminvalue, format('%s:%s', s.nodename, s.nodeport) as address, sum(s.shard_size) as bytes,
      max(d.shardid) filter (where d.logicalrelid = format('%I', $1::text)::regclass) as anchor
    from citus_shards s join pg_dist_shard d on d.shardid = s.shardid
    where s.citus_table_type = 'distributed' group by 1, 2)
  select address, anchor::text, bytes::text from sized order by address, shardminvalue::bigint`;

const DOMAINS_OF_SHARD = `
  select name from domains
  where get_shard_id_for_distribution_column(format('%I', $1::text)::regclass, domain_id) = $2::bigint
  order by name limit 3`;
