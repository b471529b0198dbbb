import pg from "pg";
import { type OpenOptions, openDatabase } from "../../src/store/database/open.ts";
import { distributeTables } from "../../src/store/distribution/distribute-tables.ts";

/** Few, because every test file copies them all. */
const SHARDS = 4;

/** Returns the URL of the test server; on a cluster, that of its coordinator. */
export function serverUrl(): string {
  const url = process.env["PARAPET_TEST_DATABASE_URL"];
  if (!url)
    throw new Error(
      "The tests on PostgreSQL need a server: run them with 'npm test', or set PARAPET_TEST_DATABASE_URL.",
    );
  return url;
}

/** Returns the servers that hold the rows of a distributed database; none on a single server. */
export function workerUrls(): readonly string[] {
  return (process.env["PARAPET_TEST_WORKER_URLS"] ?? "").split(",").filter((url) => url !== "");
}

export const isCluster = (): boolean => workerUrls().length > 0;

export function withDatabase(serverUrlText: string, name: string): string {
  const url = new URL(serverUrlText);
  url.pathname = `/${name}`;
  return url.href;
}

export async function runOn(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/** How often the drop of a database is tried. */
const DROPS = 5;

/**
 * Runs a statement on a server of a cluster. The extension starts a maintenance process per database, which can come back
 * between the end of all connections and the drop of the database.
 */
export async function runOnNode(url: string, sql: string): Promise<void> {
  for (let left = DROPS; ; left--) {
    try {
      return await runOn(url, sql);
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === "55006";
      if (!isInUse || left === 1 || !sql.startsWith("drop database")) throw error;
    }
  }
}

/** Makes the databases of this name, one on each server, the nodes of one distributed database. */
export async function connectNodes(name: string): Promise<void> {
  const workers = workerUrls().map((url) => new URL(url));
  for (const url of [serverUrl(), ...workerUrls()]) await runOn(withDatabase(url, name), "create extension citus");
  const { hostname, port } = new URL(serverUrl());
  await runOn(
    withDatabase(serverUrl(), name),
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...workers.map((worker) => `select citus_add_node('${worker.hostname}', ${worker.port})`),
  );
}

/**
 * Distributes a migrated database that tests will copy. Copies made of it on each server form a distributed database too,
 * because nodes refer to each other by address and share the name of the database.
 */
export async function distributeTemplate(name: string, options: OpenOptions): Promise<void> {
  const database = await openDatabase(options);
  try {
    await database.exclusively((run, db) => distributeTables(run, db, SHARDS, () => undefined));
    await database.exclusively((run) => run("alter role parapet_app login"));
  } finally {
    await database.close();
  }
  await allowCopies(name);
}

/** Ends all connections to a database on every server, so that it can be copied; its maintenance process would come back. */
export async function allowCopies(name: string): Promise<void> {
  for (const url of [serverUrl(), ...workerUrls()]) {
    await runOn(
      url,
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  }
}
