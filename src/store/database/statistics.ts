import type { Database } from "./database.ts";

/** A tenth of the usual sample: the embedded engine serves nobody else meanwhile. */
const EMBEDDED_SAMPLE = "set default_statistics_target = 10";

/**
 * Lets the planner know what a bulk write has made of the tables; without it, it would sort where it could walk. One table
 * after the other, so that others use the database in between.
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
