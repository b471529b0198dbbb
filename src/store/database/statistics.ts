import { isDistributed } from "../distribution/distribution-plan.ts";
import type { Database } from "./database.ts";

/** A tenth of the default sample: the embedded engine is blocked while it runs. */
const EMBEDDED_SAMPLE = "set default_statistics_target = 10";

/** Tables that were never analyzed, have grown by half since, or of which a fifth of the rows changed. */
const CHANGED = `and pg_relation_size(c.oid) > 0 and (
  c.reltuples <= 0
  or pg_relation_size(c.oid) > 1.5 * c.relpages * current_setting('block_size')::bigint
  or exists (
    select from pg_stat_user_tables s where s.relid = c.oid and s.n_mod_since_analyze > 500 + 0.2 * c.reltuples))`;

/**
 * Analyzes all tables after a bulk write; without it, the planner would sort instead of walking an index. One table at
 * a time, so that other sessions can run in between.
 */
export const refreshStatistics = (database: Database): Promise<void> => analyze(database, "");

/** Analyzes the tables that have changed much since they were last analyzed. */
export const refreshChangedStatistics = (database: Database): Promise<void> => analyze(database, CHANGED);

async function analyze(database: Database, condition: string): Promise<void> {
  for (const name of await listTables(database, condition)) {
    await database.exclusively(async (run) => {
      if (database.engine === "postgres") return run(`analyze ${name}`);
      await run(EMBEDDED_SAMPLE);
      await run(`analyze ${name}`);
      await run("reset default_statistics_target");
    });
  }
}

async function listTables({ engine, system }: Database, condition: string): Promise<readonly string[]> {
  const isOnWorkers = condition !== "" && engine === "postgres" && (await isDistributed(system));
  const tables = await system.query<{ name: string }>(
    isOnWorkers
      ? tablesOnWorkers(condition)
      : `select format('%I', c.relname) as name ${tablesWith(condition)} order by 1`,
  );
  return tables.map(({ name }) => name);
}

const tablesWith = (condition: string): string =>
  `from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace ${condition}`;

/** On a distributed database the coordinator knows neither sizes nor changes: a table counts if one of its shards does. */
const tablesOnWorkers = (condition: string): string => `
  select distinct format('%I', c.relname) as name
  from run_command_on_workers($worker$
      select string_agg(distinct regexp_replace(c.relname, '_\\d+$', ''), ',') ${tablesWith(condition)}
    $worker$) as worker,
    string_to_table(worker.result, ',') as changed join pg_class c on c.relname = changed
  where worker.success and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`;
