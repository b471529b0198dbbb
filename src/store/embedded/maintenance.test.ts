import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type EmbeddedEngine, openEmbeddedEngine } from "./engine.ts";
import { startMaintenance } from "./maintenance.ts";

let folder: string;
let engine: EmbeddedEngine;
let client: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  engine = await openEmbeddedEngine({ dataDir: folder, template: new Blob([await readFile(inject("template"))]) });
  client = new pg.Client({ user: "postgres", ssl: false, stream: () => engine.connect() });
  await client.connect();
  await client.query("create table churned as select 1 as n from generate_series(1, 1000)");
  await client.query("delete from churned");
});

afterAll(async () => {
  await client.end();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function vacuums(): Promise<number> {
  const sql = "select vacuum_count::int as n from pg_stat_user_tables where relname = 'churned'";
  return (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
}

const redo = async () => (await client.query("select redo_lsn::text as lsn from pg_control_checkpoint()")).rows[0]?.lsn;

test("vacuum and checkpoint run only when statements were executed since the last round", async () => {
  const before = await redo();
  let statements = 0;
  const maintenance = startMaintenance({
    connect: () => engine.connect(),
    isBusy: () => false,
    statements: () => statements,
    checkpointMs: 20,
    vacuumMs: 20,
  });
  await sleep(200);
  expect(await vacuums()).toBe(0);
  statements += 1;
  await expect.poll(vacuums, { timeout: 10_000 }).toBe(1);
  await sleep(300);
  expect(await vacuums()).toBe(1);
  expect(await redo()).not.toBe(before);
  maintenance.stop();
});
