import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../src/runtime/clock.ts";
import type { Database, DomainHandle } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { addDomain } from "../../src/store/domains/domains.ts";

const DOMAIN_ID = "5d1f3c60-6f0e-7b1a-9a52-0d3e1c9b7a10";
const STATEMENT_TIMEOUT_MS = 600_000;

/** A domain in a temporary database. */
export interface ScratchDomain {
  readonly database: Database;
  readonly domainId: string;
  readonly name: string;
  readonly db: DomainHandle;
}

/** Runs work in a domain of a temporary database, which is removed afterwards. */
export async function withScratchDomain<T>(clock: Clock, work: (domain: ScratchDomain) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "parapet-evaluate-"));
  try {
    const database = await openDatabase({
      dataDir: join(folder, "data"),
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      shared: false,
    });
    try {
      await migrate(database, clock);
      const domain = { domainId: DOMAIN_ID, name: "evaluation" };
      await addDomain(database, { ...domain, createdAt: clock() });
      return await work({ database, ...domain, db: database.forDomain(DOMAIN_ID) });
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
