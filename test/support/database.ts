import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { Database } from "../../src/store/database/database.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { copyTemplateFolder, newDatabaseName, OPEN_OPTIONS, runOnServer, urlOfDatabase } from "./template.ts";

/** An empty, migrated database on this project's engine. */
export interface TestDatabase {
  readonly database: Database;
  /** Its location, for a test that starts a program on it; one of the two is set. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string | undefined;
  /** Closes and deletes it. */
  readonly close: () => Promise<void>;
}

export function openTestDatabase(): Promise<TestDatabase> {
  return inject("engine") === "postgres" ? openOnPostgres() : openEmbedded();
}

async function openOnPostgres(): Promise<TestDatabase> {
  const name = newDatabaseName("test");
  const databaseUrl = urlOfDatabase(name);
  await runOnServer(`create database ${name} template ${inject("template")}`);
  const database = await openDatabase({ ...OPEN_OPTIONS, databaseUrl, dataDir: tmpdir() });
  const close = async (): Promise<void> => {
    await database.close();
    await runOnServer(`drop database ${name} with (force)`);
  };
  return { database, databaseUrl, dataDir: undefined, close };
}

async function openEmbedded(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "ppt-"));
  const dataDir = join(folder, "data");
  await copyTemplateFolder(inject("templateFolder"), dataDir);
  const database = await openDatabase({ ...OPEN_OPTIONS, dataDir });
  const close = async (): Promise<void> => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, databaseUrl: undefined, dataDir, close };
}
