import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { newId } from "../../src/runtime/ids.ts";
import type { Database, DomainHandle } from "../../src/store/database/database.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import { allowCopies, isCluster } from "./cluster.ts";
import {
  copyDatabase,
  copyTemplateFolder,
  newDatabaseName,
  OPEN_OPTIONS,
  runOnServer,
  urlOfDatabase,
} from "./template.ts";

/** A migrated database on this project's engine. */
export interface TestDatabase {
  readonly database: Database;
  /** Its location, for a test that starts a program on it; one of the two is set. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string | undefined;
  /** Adds a domain. */
  readonly addDomain: (domainId?: string) => Promise<DomainHandle>;
  /** Closes and deletes it. */
  readonly close: () => Promise<void>;
}

/** A database that was filled and closed, to be opened as often as needed, each time with what it was filled with. */
export interface PreparedDatabase {
  /** Opens a copy. */
  open(): Promise<TestDatabase>;
  remove(): Promise<void>;
}

/** What copies are made of: the name of a database, or a data folder. */
interface Source {
  readonly name: string;
  readonly folder: string;
}

/** Opens an empty database. */
export const openTestDatabase = (): Promise<TestDatabase> =>
  openCopy({ name: inject("template"), folder: inject("templateFolder") }).then(({ opened }) => opened);

/** Fills a database for tests to open copies of. */
export async function prepareDatabase(fill: (database: Database) => Promise<void>): Promise<PreparedDatabase> {
  const { opened, source, remove } = await openCopy({ name: inject("template"), folder: inject("templateFolder") });
  try {
    await fill(opened.database);
  } catch (error) {
    await opened.close();
    throw error;
  }
  await opened.database.close();
  if (isCluster()) await allowCopies(source.name);
  return { open: () => openCopy(source).then((copy) => copy.opened), remove };
}

interface Copy {
  readonly opened: TestDatabase;
  readonly source: Source;
  readonly remove: () => Promise<void>;
}

const openCopy = (source: Source): Promise<Copy> =>
  inject("engine") === "postgres" ? copyOnPostgres(source) : copyEmbedded(source);

async function copyOnPostgres(source: Source): Promise<Copy> {
  const name = newDatabaseName("test");
  const databaseUrl = urlOfDatabase(name);
  await copyDatabase(name, source.name);
  const database = await openDatabase({ ...OPEN_OPTIONS, databaseUrl, dataDir: tmpdir() });
  const remove = (): Promise<void> => runOnServer(`drop database ${name} with (force)`);
  const opened = { ...ofDatabase(database, remove), databaseUrl, dataDir: undefined };
  return { opened, source: { name, folder: "" }, remove };
}

async function copyEmbedded(source: Source): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), "ppt-"));
  const dataDir = join(folder, "data");
  await copyTemplateFolder(source.folder, dataDir);
  const database = await openDatabase({ ...OPEN_OPTIONS, dataDir });
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const opened = { ...ofDatabase(database, remove), databaseUrl: undefined, dataDir };
  return { opened, source: { name: "", folder: dataDir }, remove };
}

const ofDatabase = (
  database: Database,
  remove: () => Promise<void>,
): Pick<TestDatabase, "database" | "addDomain" | "close"> => ({
  database,
  addDomain: async (domainId = newId()) => {
    await addDomain(database, { domainId, name: `d${domainId}`, createdAt: new Date("2026-01-01T00:00:00.000Z") });
    return database.forDomain(domainId);
  },
  close: async () => {
    await database.close();
    await remove();
  },
});
