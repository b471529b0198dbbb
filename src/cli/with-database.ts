import { Failure } from "../model/failure.ts";
import { systemClock } from "../runtime/clock.ts";
import type { Database, DomainHandle } from "../store/database/database.ts";
import { ensureSchema } from "../store/database/migrate.ts";
import { openDatabase } from "../store/database/open.ts";
import { findDomainByName } from "../store/domains/domains.ts";
import { EngineHeld } from "../store/embedded/engine.ts";
import { type Invocation, required } from "./command.ts";
import { unknownDomain } from "./domain/unknown-domain.ts";

/** Limit for one statement of a command; a running server has a shorter one. */
const COMMAND_TIMEOUT_MS = 600_000;

/** Opens the database, through the running server if one holds the data folder, and closes it afterwards. */
export function withDatabase<T>(invocation: Invocation, work: (database: Database) => Promise<T>): Promise<T> {
  return openAndClose(invocation, true, work);
}

/**
 * Opens the database and closes it afterwards; refuses if another process holds the data folder. `remedy` continues the message, after
 * the process. Processes that use a PostgreSQL database are not noticed.
 */
export function withUnservedDatabase<T>(
  invocation: Invocation,
  remedy: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return openAndClose(invocation, false, work).catch((error: unknown) => {
    throw error instanceof EngineHeld ? new Failure("unavailable", `${error.message}; ${remedy}`) : error;
  });
}

async function openAndClose<T>(
  { config, terminal }: Invocation,
  shared: boolean,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  terminal.progress("Opening the database");
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    statementTimeoutMs: COMMAND_TIMEOUT_MS,
    shared,
    warn: (message) => terminal.note(message),
  });
  try {
    await ensureSchema(database, systemClock);
    terminal.progress("");
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Opens the database and the domain of `--domain`, and closes the database afterwards. */
export function withDomain<T>(
  invocation: Invocation,
  work: (db: DomainHandle, database: Database) => Promise<T>,
): Promise<T> {
  const name = required(invocation, "domain");
  return withDatabase(invocation, async (database) => work(await getDomain(database, name), database));
}

/** Returns the domain of the given name, or fails with the name that was probably meant and the command that creates it. */
export async function getDomain(database: Database, name: string): Promise<DomainHandle> {
  const domain = await findDomainByName(database.system, name);
  if (domain?.deletionStartedAt) {
    const remedy = `finish it with: parapet domain delete ${name}`;
    throw new Failure("invalid_request", `the domain '${name}' is being deleted; ${remedy}`);
  }
  if (domain) return database.forDomain(domain.domainId);
  throw await unknownDomain(database, name, `create it with: parapet domain create ${name}`);
}
