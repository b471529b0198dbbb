import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { systemClock } from "../../src/runtime/clock.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { type OpenOptions, openDatabase } from "../../src/store/database/open.ts";
import { openEmbeddedEngine } from "../../src/store/embedded/engine.ts";
import {
  connectNodes,
  distributeTemplate,
  isCluster,
  runOn,
  runOnNode,
  serverUrl,
  withDatabase,
  workerUrls,
} from "./cluster.ts";
import { cachedTemplate } from "./template-cache.ts";

export interface PreparedTemplate {
  /** The name of a PostgreSQL database, or the path of an embedded dump. */
  readonly template: string;
  /** The data folder the dump was made of; empty on PostgreSQL. */
  readonly templateFolder: string;
  readonly remove: () => Promise<void>;
}

/** Settings every test database is opened with. */
export const OPEN_OPTIONS = { statementTimeoutMs: 20_000, shared: false } as const;

const DATA = "data";
const DUMP = "template.tar";

/** Creates a database with today's schema and no rows, for tests to copy. */
export function prepareTemplate(engine: "embedded" | "postgres"): Promise<PreparedTemplate> {
  return engine === "postgres" ? preparePostgres() : prepareEmbedded();
}

async function preparePostgres(): Promise<PreparedTemplate> {
  const template = newDatabaseName("template");
  const remove = () => runOnServer(`drop database if exists ${template} with (force)`);
  await runOnServer(`create database ${template}`);
  try {
    const options = { ...OPEN_OPTIONS, databaseUrl: urlOfDatabase(template), dataDir: tmpdir() };
    if (isCluster()) await connectNodes(template);
    await migrateOnce(options);
    if (isCluster()) await distributeTemplate(template, options);
  } catch (error) {
    await remove();
    throw error;
  }
  return { template, templateFolder: "", remove };
}

async function prepareEmbedded(): Promise<PreparedTemplate> {
  const folder = await cachedTemplate(async (draft) => {
    const dataDir = join(draft, DATA);
    await migrateOnce({ ...OPEN_OPTIONS, dataDir });
    const engine = await openEmbeddedEngine({ dataDir });
    const dump = await engine.dump();
    await engine.close();
    await writeFile(join(draft, DUMP), Buffer.from(await dump.arrayBuffer()));
  });
  return { template: join(folder, DUMP), templateFolder: join(folder, DATA), remove: async () => undefined };
}

/** Creates `dataDir` as a copy of the template's data folder. Copying files takes a third of unpacking a dump. */
export async function copyTemplateFolder(templateFolder: string, dataDir: string): Promise<void> {
  await promisify(execFile)("cp", ["-Rp", templateFolder, dataDir]);
}

async function migrateOnce(options: OpenOptions): Promise<void> {
  const database = await openDatabase(options);
  try {
    await migrate(database, systemClock);
  } finally {
    await database.close();
  }
}

export function newDatabaseName(purpose: string): string {
  return `parapet_${purpose}_${randomBytes(6).toString("hex")}`;
}

/** In memory, copying files is quicker than writing them to the log; on a disk it is the other way round. */
const STRATEGY = tmpdir().startsWith("/dev/shm") ? "strategy file_copy" : "";

/** Creates a database on the test server as a copy of another one. */
export const copyDatabase = (name: string, template: string): Promise<void> =>
  runOnServer(`create database ${name} template ${template} ${STRATEGY}`);

/** Returns the URL of a database on the test server. */
export function urlOfDatabase(name: string): string {
  return withDatabase(serverUrl(), name);
}

/** Runs one statement on the test server's default database and on its workers, to create or drop databases. */
export async function runOnServer(sql: string): Promise<void> {
  for (const url of [serverUrl(), ...workerUrls()]) await (isCluster() ? runOnNode : runOn)(url, sql);
}
