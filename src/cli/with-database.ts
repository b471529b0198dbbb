import { systemClock } from "../runtime/clock.ts";
import { readOrMakeSecret } from "../runtime/secret-file.ts";
import type { Database, DomainHandle } from "../store/database/database.ts";
import { ensureSchema } from "../store/database/migrate.ts";
import { openDatabase } from "../store/database/open.ts";
import { findDomainByName } from "../store/domains/domains.ts";
import { type Invocation, required, UsageProblem } from "./command.ts";

/** Commands may take their time; a running server keeps its own, shorter limit. */
const COMMAND_TIMEOUT_MS = 600_000;

/** Opens the database, through the running server where one holds the data folder, and closes it afterwards. */
export async function withDatabase<T>(
  { config, terminal }: Invocation,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    statementTimeoutMs: COMMAND_TIMEOUT_MS,
    shared: true,
    warn: (message) => terminal.note(message),
  });
  try {
    await ensureSchema(database, systemClock);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The domain that `--domain` names. */
export async function namedDomain(invocation: Invocation, database: Database): Promise<DomainHandle> {
  const name = required(invocation, "domain");
  const domain = await findDomainByName(database.system, name);
  if (domain) return database.forDomain(domain.domainId);
  throw new UsageProblem(`there is no domain '${name}'; make it with: parapet domain create ${name}`);
}

export async function pepperOf({ config, terminal }: Invocation): Promise<string> {
  return config.secret ?? (await readOrMakeSecret(config.dataDir, (message) => terminal.note(message)));
}

export const OPERATOR = { kind: "operator", id: "cli" } as const;
