import { readdir, readFile } from "node:fs/promises";
import { Failure } from "../../model/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import { sha256 } from "../../runtime/hashing.ts";
import { DISTRIBUTED_SESSION, distributeNewTables, ORDINARY_SESSION } from "../distribution/distribute-tables.ts";
import { isDistributed } from "../distribution/distribution-plan.ts";
import { splitStatements } from "../distribution/split-statements.ts";
import type { Database, SystemDb } from "./database.ts";
import { type DatabaseRole, readRole } from "./database-role.ts";
import { APP_ROLE } from "./open.ts";

const FOLDER = new URL("../migrations/", import.meta.url);

/** The key of the advisory lock that lets one process migrate while the others wait; the same in every process. */
export const MIGRATION_LOCK = 7_310_584;

export interface MigrationState {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** A migration of the ledger. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

interface Migration extends AppliedMigration {
  readonly sql: string;
}

/** Applies the pending migrations and returns their names. Safe to run from several processes at once. */
export async function migrate(database: Database, clock: Clock): Promise<readonly string[]> {
  return applyAll(database, () => true, clock);
}

/** Creates the schema of another database, which may lack later migrations; refuses one that this version does not have. */
export async function migrateTo(
  database: Database,
  clock: Clock,
  wanted: readonly AppliedMigration[],
): Promise<readonly string[]> {
  await refuseNewerSchema(wanted);
  const names = new Set(wanted.map(({ name }) => name));
  return applyAll(database, (name) => names.has(name), clock);
}

/** Refuses the migrations of another database if this version of Parapet lacks one of them, or has a different one. */
export async function refuseNewerSchema(applied: readonly AppliedMigration[]): Promise<void> {
  refuseUnknown(applied, await readMigrations());
}

/** Returns the migrations that a database has. */
export async function listAppliedMigrations(database: Database): Promise<readonly AppliedMigration[]> {
  return database.exclusively((_run, db) => readLedger(db));
}

async function applyAll(
  database: Database,
  isWanted: (name: string) => boolean,
  clock: Clock,
): Promise<readonly string[]> {
  const migrations = await readMigrations();
  return database.exclusively(async (run, db) => {
    // Concurrent processes wait on PostgreSQL. On the embedded engine they share one session, and with it the lock.
    await run(`set statement_timeout = 0; set lock_timeout = 0; select pg_advisory_lock(${MIGRATION_LOCK})`);
    try {
      await run(CREATE_LEDGER);
      const pending = (await pendingOf(db, migrations)).filter(({ name }) => isWanted(name));
      const applied: string[] = [];
      const staysDistributed = await isDistributed(db);
      if (staysDistributed) await run(DISTRIBUTED_SESSION);
      const runScript = staysDistributed ? runEach(run) : run;
      for (const migration of pending) {
        if (await apply(runScript, db, migration, clock)) applied.push(migration.name);
      }
      // Also if nothing was pending: an earlier run may have been interrupted here.
      if (staysDistributed) {
        await distributeNewTables(run, db);
        await run(ORDINARY_SESSION);
      }
      await grantToApp(run);
      return applied;
    } finally {
      await run(`select pg_advisory_unlock(${MIGRATION_LOCK}); reset statement_timeout; reset lock_timeout`);
    }
  });
}

/** Applies pending migrations where the role may do so; throws where it may not and some are pending. */
export async function ensureSchema(database: Database, clock: Clock): Promise<void> {
  const role = await readRole(database);
  if (role.canMigrate) {
    await migrate(database, clock);
    return;
  }
  await refuseUnusableSchema(database, role);
}

/** Throws when the schema cannot be used by a role that may not migrate it. */
export async function refuseUnusableSchema(database: Database, role: DatabaseRole): Promise<void> {
  if (!role.seesLedger) throw refusal(describeUnseenSchema(role));
  const { pending } = await migrationState(database);
  if (pending.length === 0) return;
  const remedy = "run parapet migrate with the role that owns the tables";
  throw refusal(
    `pending migrations: ${pending.length}; the database role '${role.name}' may not apply them; ${remedy}`,
  );
}

/** Throws for a role that may not change the schema, with a remedy that the error of PostgreSQL would lack. */
export async function refuseServingRole(database: Database): Promise<void> {
  const { name, canMigrate } = await readRole(database);
  if (canMigrate) return;
  const remedy = "set PARAPET_OWNER_DATABASE_URL to the URL of the role that owns the tables";
  throw refusal(`the database role '${name}' may not apply migrations; ${remedy}`);
}

function describeUnseenSchema({ name, hasLedger, isAppMember }: DatabaseRole): string {
  const migrating = "run parapet migrate with PARAPET_OWNER_DATABASE_URL";
  const joining = `make it a member of ${APP_ROLE}`;
  if (hasLedger) return `the database role '${name}' may not read the schema; ${isAppMember ? migrating : joining}`;
  if (isAppMember) return `the schema does not exist; ${migrating}`;
  return `the schema does not exist, and the database role '${name}' could not read it; ${joining} and ${migrating}`;
}

/** Returns which migrations are applied and which are pending, without changing anything. */
export async function migrationState(database: Database): Promise<MigrationState> {
  const migrations = await readMigrations();
  const names = migrations.map(({ name }) => name);
  // As the session user: before the first migration the application role does not exist.
  return database.exclusively(async (_run, db) => {
    const [ledger] = await db.query<{ exists: boolean }>("select to_regclass('migrations') is not null as exists");
    if (!ledger?.exists) return { applied: [], pending: names };
    const pending = (await pendingOf(db, migrations)).map(({ name }) => name);
    return { applied: names.filter((name) => !pending.includes(name)), pending };
  });
}

const CREATE_LEDGER = `create table if not exists migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz(3) not null
)`;

async function readMigrations(): Promise<readonly Migration[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), "utf8");
      return { name, sql, checksum: sha256(sql) };
    }),
  );
}

async function pendingOf(db: SystemDb, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const applied = await readLedger(db);
  refuseUnknown(applied, migrations);
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

const readLedger = (db: SystemDb): Promise<readonly AppliedMigration[]> =>
  db.query<AppliedMigration>("select name, checksum from migrations order by name");

function refuseUnknown(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration)
      throw refusal(`the database has migration '${name}', which this version lacks: the database is newer`);
    if (migration.checksum !== checksum) throw refusal(`migration '${name}' was changed after it was applied`);
  }
}

const runEach =
  (run: (sql: string) => Promise<void>) =>
  async (script: string): Promise<void> => {
    for (const statement of splitStatements(script)) await run(statement);
  };

/** Applies a migration, unless another process has applied it since the ledger was read. */
async function apply(
  run: (sql: string) => Promise<void>,
  db: SystemDb,
  { name, sql, checksum }: Migration,
  clock: Clock,
): Promise<boolean> {
  await run("begin");
  try {
    const [done] = await db.query("select name from migrations where name = $1", [name]);
    if (done) {
      await run("rollback");
      return false;
    }
    await run(sql);
    const recorded = await db.execute("insert into migrations (name, checksum, applied_at) values ($1, $2, $3)", [
      name,
      checksum,
      clock(),
    ]);
    if (recorded !== 1) throw new Error(`migration '${name}' was not recorded`);
    await run("commit");
    return true;
  } catch (error) {
    await run("rollback");
    throw error;
  }
}

/**
 * Grants the application role read and write access to rows, read access to the ledger of migrations, and the right to
 * append to the audit log. A superuser, which bypasses row-level security, creates the role if it is missing and runs
 * statements as it; an ordinary owner without such a role grants nothing.
 */
async function grantToApp(run: (sql: string) => Promise<void>): Promise<void> {
  await run(`do $$
    declare
      granted regclass;
      limited record;
    begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
        if not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then return; end if;
        begin
          create role ${APP_ROLE} nologin;
        exception when duplicate_object or unique_violation then null;
        end;
      end if;
      for granted in
        select c.oid from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname not in ('migrations', 'audit_entries')
          and pg_has_role(current_user, c.relowner, 'USAGE')
          and not (has_table_privilege('${APP_ROLE}', c.oid, 'select') and has_table_privilege('${APP_ROLE}', c.oid, 'insert')
            and has_table_privilege('${APP_ROLE}', c.oid, 'update') and has_table_privilege('${APP_ROLE}', c.oid, 'delete'))
      loop
        execute format('grant select, insert, update, delete on %s to ${APP_ROLE}', granted);
      end loop;
      for limited in
        select * from (values
          ('migrations', 'select', 'insert, update, delete, truncate'),
          ('audit_entries', 'select, insert', 'update, delete, truncate')
        ) as tables (name, allowed, forbidden)
        where to_regclass(name) is not null
      loop
        if has_table_privilege('${APP_ROLE}', limited.name, limited.forbidden) or exists (
          select from unnest(string_to_array(limited.allowed, ', ')) as needed
          where not has_table_privilege('${APP_ROLE}', limited.name, needed)
        ) then
          execute format('revoke all on %I from ${APP_ROLE}', limited.name);
          execute format('grant %s on %I to ${APP_ROLE}', limited.allowed, limited.name);
        end if;
      end loop;
    end
  $$`);
}

const refusal = (message: string) => new Failure("unavailable", message);
