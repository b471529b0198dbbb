import type { SystemDb } from "../database/database.ts";
import { APP_ROLE } from "../database/open.ts";
import { type DistributionPlan, type PlannedTable, planDistribution } from "./distribution-plan.ts";

type Run = (sql: string) => Promise<void>;

/** One thing that was done, for the operator. */
export interface DistributionStep {
  readonly step: "allow_login" | "drop_foreign_keys" | "distribute" | "reference" | "restore_foreign_keys";
  /** The table, the role, or how many foreign keys. */
  readonly subject: string;
}

/**
 * Brings every table to the servers it belongs on. Each step is a transaction, what is left to do is read from the catalog,
 * and foreign keys that are dropped meanwhile are recorded: after an interruption the next call does the rest. Nothing is
 * done if nothing is left.
 */
export async function distributeTables(
  run: Run,
  db: SystemDb,
  shards: number,
  onStep: (step: DistributionStep) => void,
): Promise<void> {
  const plan = await planDistribution(db);
  const left = plan.tables.filter(({ isDone }) => !isDone);
  if (left.length === 0 && plan.droppedKeys === 0) return;
  await run(DISTRIBUTED_SESSION);
  if (left.length > 0) {
    const dropped = await dropForeignKeys(run, db, left);
    if (dropped > 0) onStep({ step: "drop_foreign_keys", subject: String(dropped) });
  }
  let { colocatedWith } = plan;
  for (const table of left) {
    await inTransaction(run, async () => {
      const bound = await db.query<{ relation: string }>(BOUND, [table.name]);
      for (const { relation } of bound) await run(`alter table ${relation} no force row level security`);
      await db.query(placingOf(table, colocatedWith), placingValues(table, colocatedWith, plan.shards ?? shards));
      await db.query(REMOVE_LOCAL_ROWS, [table.name]);
      for (const { relation } of bound) await run(`alter table ${relation} force row level security`);
    });
    if (table.placement === "distributed") colocatedWith ??= table.name;
    onStep({ step: table.placement === "distributed" ? "distribute" : "reference", subject: table.name });
  }
  const restored = await restoreForeignKeys(run, db);
  if (restored > 0) onStep({ step: "restore_foreign_keys", subject: String(restored) });
  await run(`select pass_domain_to_workers(); ${ORDINARY_SESSION}`);
}

/** Distributes the tables that a migration added to a database whose tables are distributed. */
export const distributeNewTables = (run: Run, db: SystemDb): Promise<void> =>
  distributeTables(run, db, 0, () => undefined);

/** Steps that `distributeTables` would take now. */
export function stepsOf(plan: DistributionPlan): readonly DistributionStep[] {
  return plan.tables
    .filter(({ isDone }) => !isDone)
    .map(({ name, placement }) => ({ step: placement === "distributed" ? "distribute" : "reference", subject: name }));
}

/**
 * The settings of a session that changes the schema. Statements on several tables of a transaction use one connection per
 * worker. The triggers are those of the schema: they read only settings and reference tables, which every worker has.
 */
export const DISTRIBUTED_SESSION = `set citus.multi_shard_modify_mode = 'sequential'; set citus.enable_unsafe_triggers = on`;

/** Ends `DISTRIBUTED_SESSION`. */
export const ORDINARY_SESSION = `reset citus.multi_shard_modify_mode; reset citus.enable_unsafe_triggers`;

/**
 * Returns a table and its partitions, as far as row-level security binds the session user on them. Rows are moved by COPY,
 * which PostgreSQL refuses then; an owner is exempt while security is not forced.
 */
const BOUND = `
  select c.oid::regclass::text as relation from pg_class c
  where row_security_active(c.oid) and (c.oid = format('%I', $1::text)::regclass
    or c.oid in (select relid from pg_partition_tree(format('%I', $1::text)::regclass)))
  order by 1`;

/**
 * Removes the rows that the coordinator still has although nobody can read them; not those of a table that refuses to be
 * truncated, the audit log.
 */
const REMOVE_LOCAL_ROWS = `
  select truncate_local_data_after_distributing_table(c.oid::regclass) from pg_class c
  where c.oid = format('%I', $1::text)::regclass and not exists (
    select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and (t.tgtype & 32) <> 0)`;

function placingOf({ placement }: PlannedTable, colocatedWith: string | undefined): string {
  if (placement === "reference") return "select create_reference_table(format('%I', $1::text)::regclass)";
  if (colocatedWith === undefined)
    return "select create_distributed_table(format('%I', $1::text)::regclass, 'domain_id', shard_count := $2::int)";
  return `select create_distributed_table(format('%I', $1::text)::regclass, 'domain_id',
    colocate_with := format('%I', $2::text))`;
}

function placingValues(
  { name, placement }: PlannedTable,
  colocatedWith: string | undefined,
  shards: number,
): readonly unknown[] {
  return placement === "reference" ? [name] : [name, colocatedWith ?? shards];
}

/**
 * Records and drops the foreign keys of and to tables that have to move: Citus moves no table that refers to one
 * elsewhere. Keys of partitions belong to their table.
 */
async function dropForeignKeys(run: Run, db: SystemDb, left: readonly PlannedTable[]): Promise<number> {
  await run(`create table if not exists dropped_foreign_keys (
    table_name text not null, key_name text not null, definition text not null, primary key (table_name, key_name))`);
  await run(LET_APP_READ_KEYS);
  const keys = await db.query<{ table_name: string; key_name: string }>(
    `select f.conrelid::regclass::text as table_name, quote_ident(f.conname) as key_name from pg_constraint f
     join pg_class own on own.oid = f.conrelid join pg_class other on other.oid = f.confrelid
     where f.contype = 'f' and f.conparentid = 0 and own.relnamespace = 'public'::regnamespace
       and not relation_is_a_known_shard(own.oid)
       and (own.relname = any($1::text[]) or other.relname = any($1::text[])) order by 1, 2`,
    [left.map(({ name }) => name)],
  );
  for (const { table_name, key_name } of keys) {
    await inTransaction(run, async () => {
      await db.execute(
        `insert into dropped_foreign_keys (table_name, key_name, definition)
         select $1::text, $2::text, pg_get_constraintdef(f.oid) from pg_constraint f
         where f.conrelid = $1::text::regclass and quote_ident(f.conname) = $2::text and f.contype = 'f'`,
        [table_name, key_name],
      );
      await run(`alter table ${table_name} drop constraint ${key_name}`);
    });
  }
  return keys.length;
}

/** Lets the serving role read which keys are missing: `parapet doctor` runs with it. */
const LET_APP_READ_KEYS = `do $$ begin
  if exists (select from pg_roles where rolname = '${APP_ROLE}') then
    grant select on dropped_foreign_keys to ${APP_ROLE};
  end if;
end $$`;

/** Adds the recorded foreign keys again; their rows are checked once more. */
async function restoreForeignKeys(run: Run, db: SystemDb): Promise<number> {
  const [exists] = await db.query<{ yes: boolean }>("select to_regclass('dropped_foreign_keys') is not null as yes");
  if (!exists?.yes) return 0;
  const keys = await db.query<{ table_name: string; key_name: string; definition: string }>(
    "select table_name, key_name, definition from dropped_foreign_keys order by table_name, key_name",
  );
  for (const { table_name, key_name, definition } of keys) {
    await inTransaction(run, async () => {
      await run(`alter table ${table_name} add constraint ${key_name} ${definition}`);
      await db.execute("delete from dropped_foreign_keys where table_name = $1 and key_name = $2", [
        table_name,
        key_name,
      ]);
    });
  }
  await run("drop table dropped_foreign_keys");
  return keys.length;
}

async function inTransaction(run: Run, work: () => Promise<void>): Promise<void> {
  await run("begin");
  try {
    await work();
    await run("commit");
  } catch (error) {
    await run("rollback");
    throw error;
  }
}
