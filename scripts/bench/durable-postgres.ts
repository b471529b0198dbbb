import pg from "pg";
import { startPostgres } from "../services/postgres.ts";
import type { Missing, Service } from "../services/server-process.ts";

/** Starts a temporary PostgreSQL with durable commits, which the servers of tests do without. */
export async function startDurablePostgres(folder: string): Promise<Service | Missing> {
  const postgres = await startPostgres(folder);
  if ("url" in postgres) await makeDurable(postgres.url);
  return postgres;
}

async function makeDurable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    await client.query(`alter system set ${setting} = on`);
  }
  await client.query("select pg_reload_conf()");
  await client.end();
}
