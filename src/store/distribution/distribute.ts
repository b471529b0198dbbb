import { Failure } from "../../model/failure.ts";
import type { Database, SystemDb } from "../database/database.ts";
import { readRole } from "../database/database-role.ts";
import { MIGRATION_LOCK } from "../database/migrate.ts";
import { APP_ROLE } from "../database/open.ts";
import { type DistributionStep, distributeTables, stepsOf } from "./distribute-tables.ts";
import { planDistribution } from "./distribution-plan.ts";

/** Throws for a role that row-level security hides rows from: it could move only those that it sees. */
export async function refuseBoundRole(database: Database): Promise<void> {
  const { name, skipsSecurity, ownsTables } = await readRole(database);
  if (skipsSecurity && ownsTables) return;
  const remedy = "set PARAPET_OWNER_DATABASE_URL to a superuser's URL, or give the owner BYPASSRLS for this command";
  throw new Failure("unavailable", `row-level security hides rows from the database role '${name}'; ${remedy}`);
}

/** Distributes what is not distributed yet. One process at a time does so, and none while a server is connected. */
export function distribute(
  database: Database,
  shards: number,
  onStep: (step: DistributionStep) => void,
): Promise<void> {
  return database.exclusively(async (run, db) => {
    await run(`set lock_timeout = 0; select pg_advisory_lock(${MIGRATION_LOCK})`);
    try {
      await refuseWhileServing(db);
      if (await allowLogin(run, db)) onStep({ step: "allow_login", subject: APP_ROLE });
      await distributeTables(run, db, shards, onStep);
    } finally {
      await run(`select pg_advisory_unlock(${MIGRATION_LOCK}); reset lock_timeout`);
    }
  });
}

/** Returns the steps that `distribute` would take now, except that it also drops and restores foreign keys. */
export function listSteps(database: Database): Promise<readonly DistributionStep[]> {
  return database.exclusively(async (_run, db) => stepsOf(await planDistribution(db)));
}

/** Throws while another process uses the database: it would not find the rows that were moved away. */
async function refuseWhileServing(db: SystemDb): Promise<void> {
  const [row] = await db.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = 'parapet'`,
  );
  if (!row || row.sessions === 0) return;
  throw new Failure("unavailable", `other Parapet processes have ${row.sessions} connections to it; stop them first`);
}

/**
 * Lets the role that statements run as log in, where the session user is not bound by row-level security: the coordinator
 * connects to the workers as that role. Returns false if there is nothing to change. Citus repeats the change on the workers.
 */
async function allowLogin(run: (sql: string) => Promise<void>, db: SystemDb): Promise<boolean> {
  const [row] = await db.query<{ is_needed: boolean }>(
    `select not app.rolcanlogin and (own.rolsuper or own.rolbypassrls) as is_needed
     from pg_roles app, pg_roles own where app.rolname = $1 and own.rolname = current_user`,
    [APP_ROLE],
  );
  if (!row?.is_needed) return false;
  await run(`alter role ${APP_ROLE} login`);
  return true;
}
