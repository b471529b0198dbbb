import type { Database } from "./database.ts";
import { APP_ROLE } from "./open.ts";

/** The privileges of the role a connection logs in with. */
export interface DatabaseRole {
  readonly name: string;
  /** It bypasses row-level security, and every statement has to run as another role. */
  readonly skipsSecurity: boolean;
  /** It owns tables of the service, itself or through a role it is a member of, and could disable their security. */
  readonly ownsTables: boolean;
  /** It may create tables or roles. */
  readonly canCreate: boolean;
  /** It may apply migrations. */
  readonly canMigrate: boolean;
  /** It is a member of the role that the tables are granted to. */
  readonly isAppMember: boolean;
  /** The schema exists, whether or not the role may use it. */
  readonly hasLedger: boolean;
  /** It may read which migrations were applied; also false when none was. */
  readonly seesLedger: boolean;
}

/** Reads the privileges of the session user, without changing anything. */
export async function readRole(database: Database): Promise<DatabaseRole> {
  return database.exclusively(async (_run, db) => {
    const [role] = await db.query<RoleRow>(ROLE);
    if (!role) throw new Error("the database returned no role for the session user");
    const isSuperuser = role.is_superuser;
    return {
      name: role.name,
      skipsSecurity: isSuperuser || role.skips_security,
      ownsTables: isSuperuser || role.owns_tables,
      canCreate: isSuperuser || role.can_create,
      canMigrate: isSuperuser || (role.has_ledger ? role.owns_ledger : role.can_create_tables),
      isAppMember: isSuperuser || role.is_app_member,
      hasLedger: role.has_ledger,
      seesLedger: role.has_ledger && role.reads_ledger,
    };
  });
}

interface RoleRow {
  readonly name: string;
  readonly is_superuser: boolean;
  readonly skips_security: boolean;
  readonly owns_tables: boolean;
  readonly can_create: boolean;
  readonly can_create_tables: boolean;
  readonly is_app_member: boolean;
  readonly has_ledger: boolean;
  readonly owns_ledger: boolean;
  readonly reads_ledger: boolean;
}

const ROLE = `
  with tables as (
    select relname, pg_has_role(current_user, relowner, 'MEMBER') as is_owned,
      has_table_privilege(oid, 'select') as is_read
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  )
  select rolname::text as name, rolsuper as is_superuser, rolbypassrls as skips_security,
    exists (select from tables where is_owned) as owns_tables,
    rolcreaterole or has_schema_privilege('public', 'create') as can_create,
    has_schema_privilege('public', 'create') as can_create_tables,
    exists (select from pg_roles app where app.rolname = '${APP_ROLE}' and pg_has_role(current_user, app.oid, 'USAGE'))
      as is_app_member,
    exists (select from tables where relname = 'migrations') as has_ledger,
    exists (select from tables where relname = 'migrations' and is_owned) as owns_ledger,
    exists (select from tables where relname = 'migrations' and is_read) as reads_ledger
  from pg_roles where rolname = current_user`;
