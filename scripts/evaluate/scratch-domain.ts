import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../src/runtime/clock.ts";
import type { Database, DomainHandle } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { addDomain } from "../../src/store/domains/domains.ts";

const DOMAIN = { domainId: "5d1f3c60-6f0e-7b1a-9a52-0d3e1c9b7a10", name: "evaluation" };
const STATEMENT_TIMEOUT_MS = 600_000;

/** A domain in a temporary database. */
export interface ScratchDomain {
  readonly database: Database;
  readonly domainId: string;
  readonly name: string;
  readonly db: DomainHandle;
}

/** Runs work with the path of a temporary folder, which is removed afterwards. */
export async function withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "parapet-evaluate-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs work in the domain of the database in a folder; both are created if they do not exist. */
export async function withDomainIn<T>(
  folder: string,
  clock: Clock,
  work: (domain: ScratchDomain) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ dataDir: folder, statementTimeoutMs: STATEMENT_TIMEOUT_MS, shared: false });
  try {
    await migrate(database, clock);
    await addDomain(database, { ...DOMAIN, createdAt: clock() });
    return await work({ database, ...DOMAIN, db: database.forDomain(DOMAIN.domainId) });
  } finally {
    await database.close();
  }
}
