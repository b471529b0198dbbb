import type { Config } from "../../config.ts";
import { toAmount } from "../../model/text/amount.ts";
import { systemClock } from "../../runtime/clock.ts";
import { refuseForeignFolder } from "../../runtime/private-folder.ts";
import type { Database } from "../../store/database/database.ts";
import { type DatabaseRole, readRole } from "../../store/database/database-role.ts";
import { migrationState, refuseUnusableSchema } from "../../store/database/migrate.ts";
import { openDatabase } from "../../store/database/open.ts";
import { listDomains } from "../../store/domains/domains.ts";
import { hasFinishedDatabase } from "../../store/embedded/database-folder.ts";
import { compareSecret, hasFingerprint } from "../../store/installation/secret-fingerprint.ts";
import { findSecret, missingSecret, refuseOtherSecret } from "../open-secret.ts";
import { describeAnalysis } from "./check-analysis.ts";
import { verifyAuditLogs } from "./check-audit-logs.ts";
import { checkCache } from "./check-cache.ts";
import { describeForwarding } from "./check-forwarding.ts";
import { checkShards } from "./check-shards.ts";
import { findEntry } from "./find-entry.ts";
import { attempt, type Finding, type Found } from "./finding.ts";

/**
 * Checks that the database answers, that its schema is up to date, and what its role may do beyond serving. Creates no
 * database and does not change the mode of its folder. The secret is compared only if its file is usable.
 */
export async function checkDatabase(config: Config, isSecretUsable: boolean): Promise<readonly Finding[]> {
  const { databaseUrl, dataDir } = config;
  let database: Database | undefined;
  const state = await attempt("database", async () => {
    if (!databaseUrl && !(await hasEmbeddedDatabase(dataDir))) return "embedded, no database yet";
    database = await openDatabase({
      databaseUrl,
      dataDir,
      statementTimeoutMs: 10_000,
      shared: true,
      keepsFolder: true,
    });
    return describeSchema(database);
  });
  const opened = database;
  if (!opened) return [state];
  try {
    const secret =
      state.ok && isSecretUsable ? [await attempt(SECRET_CHECK, () => describeSecret(config, opened))] : [];
    const isCurrent = state.ok && (await migrationState(opened)).pending.length === 0;
    const usage = isCurrent ? [await checkForwarding(config, opened), await checkAnalysis(config, opened)] : [];
    const audit = isCurrent ? [await attempt("audit logs", () => verifyAuditLogs(opened))] : [];
    if (opened.engine === "embedded") return [state, ...secret, ...audit, ...usage];
    const role = await attempt("database role", async () => describeRole(await readRole(opened)));
    const shards = state.ok ? await checkShards(opened) : [];
    // The rows of a distributed database are on other servers, each with a cache of its own.
    const cache = isCurrent && shards.length === 0 ? [await checkCache(opened)] : [];
    return [state, ...secret, ...audit, role, ...cache, ...shards, ...usage];
  } finally {
    await opened.close();
  }
}

function checkForwarding({ trustedProxies }: Config, database: Database): Promise<Finding> {
  const check = { database, now: systemClock(), trustedProxies };
  return attempt("forwarded headers", () => describeForwarding(check));
}

function checkAnalysis(config: Config, database: Database): Promise<Finding> {
  const check = { database, now: systemClock(), intervalMs: config.analysisIntervalMs };
  return attempt("analysis", () => describeAnalysis(check));
}

async function hasEmbeddedDatabase(dataDir: string): Promise<boolean> {
  if (!(await findEntry(dataDir))) return false;
  // In a folder of another user the database may exist without being visible.
  await refuseForeignFolder(dataDir);
  return hasFinishedDatabase(dataDir);
}

async function describeSchema(database: Database): Promise<string> {
  const role = await readRole(database);
  if (!role.canMigrate) await refuseUnusableSchema(database, role);
  const { applied, pending } = await migrationState(database);
  if (pending.length > 0 && applied.length > 0)
    throw new Error(`${toAmount(pending.length, "pending migration")}; run parapet migrate`);
  if (pending.length > 0) return `${database.engine}, empty`;
  const domains = await listDomains(database.system);
  return `${database.engine}, ${toAmount(applied.length, "migration")} applied, ${toAmount(domains.length, "domain")}`;
}

/** The check that fails if the process would refuse to start with the secret it has. */
export const SECRET_CHECK = "secret";

async function describeSecret(config: Config, database: Database): Promise<string> {
  const { pending } = await migrationState(database);
  if (pending.length > 0) return "not used yet";
  const secret = await findSecret(config);
  if (secret === undefined) {
    if (await hasFingerprint(database.system)) throw missingSecret(config);
    return "not used yet";
  }
  const match = await compareSecret(database, secret);
  refuseOtherSecret(match, config);
  return match === "same" ? "the one that the database was set up with" : "not used yet";
}

const TWO_ROLES = "docs/operate.md describes how to serve with a role that owns nothing";

function describeRole({ name, skipsSecurity, ownsTables, canCreate, canMigrate }: DatabaseRole): Found {
  if (skipsSecurity) return { warning: `'${name}' is not bound by row-level security; ${TWO_ROLES}` };
  if (ownsTables) return { warning: `'${name}' owns its tables and could lift their row-level security; ${TWO_ROLES}` };
  if (canMigrate) return { warning: `'${name}' will own the tables that it creates; ${TWO_ROLES}` };
  if (canCreate) return { warning: `'${name}' serves only, but may create tables or roles; ${TWO_ROLES}` };
  return `'${name}' serves only: it owns nothing and may create nothing`;
}
