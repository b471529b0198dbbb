import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type DemoServer, startDemo } from "../../../scripts/browser/demo-server.ts";
import { builtProgram } from "../../support/built-program.ts";
import { launchProgram } from "../../support/installation.ts";
import { newDatabaseName, runOnServer, urlOfDatabase } from "../../support/template.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly filledDemo: FilledDemo;
  }
}

/** A demo that was filled and stopped, for tests to copy. */
export interface FilledDemo {
  /** The folder that the demo was started with. */
  readonly dataDir: string;
  /** The database that its data was moved to; empty in a run on the embedded database. */
  readonly database: string;
  readonly key: string;
  readonly administrator: DemoServer["administrator"];
}

/** Fills the demo once, so that each test file starts from a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "ppt-e2e-"));
  const dataDir = join(folder, "data");
  builtProgram();
  const { key, administrator, stop } = await startDemo(dataDir);
  await stop();
  const isOnPostgres = project.getProvidedContext().engine === "postgres";
  const database = isOnPostgres ? await moveToPostgres(join(dataDir, "demo")) : "";
  project.provide("filledDemo", { dataDir, database, key, administrator });
  return async () => {
    if (isOnPostgres) await runOnServer(`drop database ${database} with (force)`);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

async function moveToPostgres(dataDir: string): Promise<string> {
  const name = newDatabaseName("demo");
  await runOnServer(`create database ${name}`);
  const { code, stderr } = await launchProgram(["move", "--to", urlOfDatabase(name), "--data-dir", dataDir], {}).ended;
  if (code !== 0) throw new Error(`the demo could not be moved to PostgreSQL: ${stderr}`);
  return name;
}
