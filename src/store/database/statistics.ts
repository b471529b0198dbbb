import type { Database } from "./database.ts";

/** A tenth of the default sample: the embedded engine is blocked while it runs. */
const EMBEDDED_SAMPLE = "set default_statistics_target = 10";

/**
 * Analyzes all tables after a bulk write; without it, the planner would sort instead of walking an index. One table at
 * a time, so that other sessions can run in between.
 */
export async function refreshStatistics(database: Database): Promise<void> {
  const tables = await database.system.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  for (const { name } of tables) {
    await database.exclusively(async (run) => {
      if (database.engine === "postgres") return run(`analyze ${name}`);
      await run(EMBEDDED_SAMPLE);
      await run(`analyze ${name}`);
      await run("reset default_statistics_target");
    });
  }
}
