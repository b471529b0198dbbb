import type { SystemDb } from "../database/database.ts";

/** Where the rows of a table are: on the worker of their domain, copied to every server, or on the coordinator only. */
type Placement = "distributed" | "reference" | "local";

/** A table of the schema, and where its rows should be. */
export interface PlannedTable {
  readonly name: string;
  readonly placement: Exclude<Placement, "local">;
  readonly isDone: boolean;
}

/** What is left to do, by the catalog of the database. */
export interface DistributionPlan {
  /** Tables that are read before the domain is known come first: the others refer to them. */
  readonly tables: readonly PlannedTable[];
  /** The number of shards per table; undefined until the first table is distributed. */
  readonly shards: number | undefined;
  /** A distributed table, with which others are colocated. */
  readonly colocatedWith: string | undefined;
  /** Foreign keys that were dropped and are not restored yet. */
  readonly droppedKeys: number;
}

/** Tables of the coordinator itself. */
const LOCAL = ["migrations", "dropped_foreign_keys"];

/**
 * Plans by the catalog alone, so that tables of any migration are covered, partitioned ones included. A table under
 * row-level security has rows of domains and is distributed by `domain_id`. The others are the registry, which is read
 * without a domain, and become reference tables.
 */
export async function planDistribution(db: SystemDb): Promise<DistributionPlan> {
  const rows = await db.query<TableRow>(TABLES, [LOCAL]);
  for (const { name, is_walled, is_keyed } of rows) {
    if (is_walled && !is_keyed)
      throw new Error(`the table ${name} cannot be distributed: domain_id is not in each of its unique indexes`);
  }
  const tables = rows.map(({ name, is_walled, method }): PlannedTable => {
    const placement = is_walled ? "distributed" : "reference";
    return { name, placement, isDone: method === (is_walled ? "hash" : "reference") };
  });
  const anchor = rows.find(({ method }) => method === "hash");
  const [dropped] = await db.query<{ exists: boolean }>(
    "select to_regclass('dropped_foreign_keys') is not null as exists",
  );
  const [keys] = dropped?.exists
    ? await db.query<{ count: number }>("select count(*)::int as count from dropped_foreign_keys")
    : [];
  return {
    tables: tables.toSorted((a, b) => b.placement.localeCompare(a.placement)),
    shards: anchor?.shards ?? undefined,
    colocatedWith: anchor?.name,
    droppedKeys: keys?.count ?? 0,
  };
}

interface TableRow {
  readonly name: string;
  readonly is_walled: boolean;
  readonly is_keyed: boolean;
  readonly method: "hash" | "reference" | "other" | null;
  readonly shards: number | null;
}

/** A partition goes where its table goes, and a shard is the work of Citus. */
const TABLES = `
  select c.relname::text as name, c.relrowsecurity as is_walled,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'domain_id' and a.attnotnull)
      and not exists (
        select from pg_index i where i.indrelid = c.oid and i.indisunique and not exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'domain_id' and a.attnum = any(i.indkey)))
      as is_keyed,
    case when p.partmethod = 'h' then 'hash' when p.partmethod = 'n' and p.repmodel = 't' then 'reference'
      when p.partmethod is not null then 'other' end as method,
    (select count(*)::int from pg_dist_shard s where s.logicalrelid = c.oid) as shards
  from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
    and c.relname <> all($1::text[]) and not relation_is_a_known_shard(c.oid)
  order by c.relname`;

/** Returns whether any table of the database is distributed; false without Citus. */
export async function isDistributed(db: SystemDb): Promise<boolean> {
  const [row] = await db.query<{ exists: boolean }>("select to_regclass('pg_dist_partition') is not null as exists");
  if (!row?.exists) return false;
  const [table] = await db.query("select logicalrelid from pg_dist_partition where partmethod = 'h' limit 1");
  return table !== undefined;
}
