import type { Config } from "../../config.ts";
import type { Database } from "../../store/database.ts";
import { type DatabaseRole, readRole } from "../../store/database-role.ts";
import { listDomains } from "../../store/domains.ts";
import { migrationState } from "../../store/migrate.ts";
import { openDatabase } from "../../store/open.ts";
import { attempt, type Finding, type Found } from "./finding.ts";

/** Checks that the database answers, that its schema is up to date, and what its role could do beyond serving. */
export async function checkDatabase({ databaseUrl, dataDir }: Config): Promise<readonly Finding[]> {
  let database: Database | undefined;
  const state = await attempt("database", async () => {
    database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 10_000, shared: true });
    return describeSchema(database);
  });
  const opened = database;
  if (!opened) return [state];
  try {
    if (opened.engine === "embedded") return [state];
    return [state, await attempt("database role", async () => describeRole(await readRole(opened)))];
  } finally {
    await opened.close();
  }
}

async function describeSchema(database: Database): Promise<string> {
  const { applied, pending } = await migrationState(database);
  if (pending.length > 0 && applied.length > 0)
    throw new Error(`${pending.length} migrations wait; run parapet migrate`);
  if (pending.length > 0) return `${database.engine}, empty`;
  const domains = await listDomains(database.system);
  return `${database.engine}, ${applied.length} migrations applied, ${domains.length} domains`;
}

const TWO_ROLES = "docs/operate.md tells how to serve with a role that owns nothing";

function describeRole({ name, skipsSecurity, ownsTables, canCreate, canMigrate }: DatabaseRole): Found {
  if (skipsSecurity) return { warning: `'${name}' is not bound by row-level security; ${TWO_ROLES}` };
  if (ownsTables) return { warning: `'${name}' owns its tables and could lift their row-level security; ${TWO_ROLES}` };
  if (canMigrate) return { warning: `'${name}' will own the tables that it creates; ${TWO_ROLES}` };
  if (canCreate) return { warning: `'${name}' serves only, but may create tables or roles; ${TWO_ROLES}` };
  return `'${name}' serves only: it owns nothing and may create nothing`;
}
