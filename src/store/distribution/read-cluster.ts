import { Failure } from "../../model/failure.ts";
import type { Database, SystemDb } from "../database/database.ts";

/** The servers of a distributed database. */
export interface Cluster {
  /** The version of the Citus extension. */
  readonly version: string;
  readonly workers: readonly string[];
}

/**
 * Returns the workers of the database. Throws with the remedy if it is embedded, has no extension, has no workers, or is not
 * the coordinator.
 */
export async function readCluster(database: Database): Promise<Cluster> {
  if (database.engine === "embedded") {
    const remedy = "copy it to PostgreSQL first with parapet move, then set PARAPET_DATABASE_URL";
    throw refusal(`the embedded database cannot be distributed; ${remedy}`);
  }
  return database.exclusively(async (_run, db) => {
    const version = await findVersion(db);
    if (version === undefined) throw refusal(await describeMissingExtension(db));
    const nodes = await db.query<NodeRow>(NODES);
    const workers = nodes.filter(({ is_worker }) => is_worker).map(({ address }) => address);
    if (nodes.every(({ is_coordinator }) => !is_coordinator)) {
      throw refusal(`the coordinator is not registered; run on it: select citus_set_coordinator_host('HOST', PORT)`);
    }
    if (workers.length === 0) {
      const remedy = "run on the coordinator, for each worker: select citus_add_node('HOST', PORT)";
      throw refusal(`the database has no active worker; ${remedy}`);
    }
    const [here] = await db.query<{ is_coordinator: boolean }>("select citus_is_coordinator() as is_coordinator");
    if (!here?.is_coordinator) throw refusal("this server is a worker; use the URL of the coordinator");
    return { version, workers };
  });
}

async function findVersion(db: SystemDb): Promise<string | undefined> {
  const [row] = await db.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  );
  return row?.version;
}

async function describeMissingExtension(db: SystemDb): Promise<string> {
  const [row] = await db.query("select name from pg_available_extensions where name = 'citus'");
  if (!row) return "Citus is not installed on this PostgreSQL server; install it on the coordinator and on each worker";
  return "the database has no Citus extension; run on the coordinator and on each worker: create extension citus";
}

interface NodeRow {
  readonly address: string;
  readonly is_worker: boolean;
  readonly is_coordinator: boolean;
}

const NODES = `select format('%s:%s', nodename, nodeport) as address, groupid = 0 as is_coordinator,
    groupid <> 0 and isactive and shouldhaveshards and noderole = 'primary' as is_worker
  from pg_dist_node order by nodename, nodeport`;

const refusal = (message: string): Failure => new Failure("unavailable", message);
