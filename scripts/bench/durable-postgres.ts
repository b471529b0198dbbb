import { totalmem } from "node:os";
import pg from "pg";
import { DURABILITY, DURABLE_SETTINGS, startPostgres } from "../services/postgres.ts";
import type { Missing, Service } from "../services/server-process.ts";

/** Memory for the cache of PostgreSQL: a quarter of the machine's, as its own manual recommends, and at most 2 GB. */
const CACHE_MB = Math.floor(Math.min(totalmem() / 2 ** 20 / 4, 2_048));
/** What docs/scaling.md recommends; the defaults of PostgreSQL are for the smallest of machines. */
const RECOMMENDED_SETTINGS = [`shared_buffers=${CACHE_MB}MB`, "max_wal_size=4GB"];

/** Starts a temporary PostgreSQL with durable commits, which the servers of tests do without, and recommended settings. */
export async function startDurablePostgres(folder: string): Promise<Service | Missing> {
  const postgres = await startPostgres(folder, [...DURABLE_SETTINGS, ...RECOMMENDED_SETTINGS]);
  if ("missing" in postgres) return postgres;
  const off = await settingsThatAreOff(postgres.url);
  if (off.length === 0) return postgres;
  await postgres.stop();
  return { missing: `${off.join(", ")} must be on to measure durable commits` };
}

async function settingsThatAreOff(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select name from pg_settings where name = any($1) and setting <> 'on' order by name",
    [DURABILITY],
  );
  await client.end();
  return rows.map(({ name }) => name);
}
