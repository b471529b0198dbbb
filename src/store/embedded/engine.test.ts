import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { runStatements } from "../database/statement-batch.ts";
import { type EmbeddedEngine, engineSocketPath, openEmbeddedEngine } from "./engine.ts";
import { connectThroughSocket } from "./socket-server.ts";

let folder: string;
let engine: EmbeddedEngine;
const reasons: string[] = [];
const clients = new Set<pg.Client>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  const template = new Blob([await readFile(inject("template"))]);
  engine = await openEmbeddedEngine({ dataDir: join(folder, "data"), template, onRestart: (why) => reasons.push(why) });
  await using(async (client) => void (await client.query("create table kept (id int primary key, note text)")));
});

afterEach(async () => {
  for (const client of clients) await client.end().catch(() => undefined);
  clients.clear();
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function connect(settings: pg.ClientConfig = {}, stream = engine.connect()): Promise<pg.Client> {
  const client = new pg.Client({
    user: "postgres",
    database: "postgres",
    ssl: false,
    ...settings,
    stream: () => stream,
  });
  client.on("error", () => undefined);
  clients.add(client);
  await client.connect();
  return client;
}

async function using<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function one(client: pg.Client, sql: string, values: unknown[] = []): Promise<unknown> {
  const { rows } = await client.query({ text: sql, values, rowMode: "array" });
  return rows[0]?.[0];
}

const codeOf = (error: unknown) => (error as { code?: string }).code;

test("timers on the main thread fire while a statement runs", async () => {
  const client = await connect();
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
  }, 10);
  await client.query("select pg_sleep(1)");
  await client.query("select count(*) from generate_series(1, 1500000)");
  clearInterval(timer);
  expect(beats).toBeGreaterThan(10);
});

test("an error in the middle of a batch rolls the batch back and leaves the session usable", async () => {
  const client = await connect();
  const insert = (id: number) => ({ name: "insert", text: "insert into kept values ($1, 'batch')", values: [id] });
  await runStatements(client, [insert(1)]);
  await expect(runStatements(client, [insert(2), insert(1), insert(3)])).rejects.toMatchObject({ code: "23505" });
  expect(await one(client, "select count(*)::int from kept where note = 'batch'")).toBe(1);
  await runStatements(client, [insert(2), insert(3)]);
  expect(await one(client, "select count(*)::int from kept where note = 'batch'")).toBe(3);
  await expect(client.query("select 1; select 1/0; select 2")).rejects.toMatchObject({ code: "22012" });
  expect(await one(client, "select 1")).toBe(1);
});

test("transactions of two sessions never interleave", async () => {
  const [first, second] = [await connect(), await connect()];
  await first.query("create table counter as select 0 as n");
  const increment = async (client: pg.Client) => {
    for (let round = 0; round < 10; round += 1) {
      await client.query("begin");
      const before = Number(await one(client, "select n from counter"));
      await sleep(1);
      await client.query("update counter set n = $1", [before + 1]);
      await client.query("commit");
    }
  };
  await Promise.all([increment(first), increment(second)]);
  expect(await one(first, "select n from counter")).toBe(20);
});

test("a session that disconnects in a transaction is rolled back and the next one proceeds", async () => {
  const stream = engine.connect();
  const dying = await connect({}, stream);
  const next = await connect();
  await dying.query("begin");
  await dying.query("insert into kept values (100, 'never committed')");
  const waiting = one(next, "select count(*)::int from kept where id = 100");
  stream.destroy();
  expect(await waiting).toBe(0);
});

test("a session that disconnects while its statement runs is rolled back as well", async () => {
  const stream = engine.connect();
  const dying = await connect({}, stream);
  await dying.query("begin; insert into kept values (101, 'never committed')");
  const running = dying.query("select pg_sleep(0.2)").catch(codeOf);
  await sleep(50);
  stream.destroy();
  await running;
  expect(await using((client) => one(client, "select count(*)::int from kept where id = 101"))).toBe(0);
});

test("two sessions may give different statements the same name", async () => {
  const [first, second] = [await connect(), await connect()];
  const ask = async (client: pg.Client, text: string) =>
    (await client.query<{ n: number }>({ name: "same", text, values: [] })).rows[0]?.n;
  expect(await ask(first, "select 1 as n")).toBe(1);
  expect(await ask(second, "select 2 as n")).toBe(2);
  expect(await ask(first, "select 1 as n")).toBe(1);
});

test("a session leaves no state in the backend that another one could see", async () => {
  const leaving = await connect();
  await leaving.query({ name: "mine", text: "select 1" });
  await leaving.query("create role guest");
  await leaving.query("create temp table scratch (id int)");
  await leaving.query("set statement_timeout = 1234; select pg_advisory_lock(5); set role guest");
  await leaving.end();
  await using(async (client) => {
    expect(await one(client, "select current_user::text")).toBe("postgres");
    expect(await one(client, "show statement_timeout")).toBe("0");
    expect(await one(client, "select to_regclass('scratch')")).toBeNull();
    expect(await one(client, "select count(*)::int from pg_prepared_statements")).toBe(0);
    expect(await one(client, "select count(*)::int from pg_locks where locktype = 'advisory'")).toBe(0);
  });
});

test("a transaction that waits too long for its client is terminated, and other sessions continue", async () => {
  const idle = await connect({ idle_in_transaction_session_timeout: 100 });
  const next = await connect();
  await idle.query("begin");
  const ended = new Promise((resolve) => idle.once("error", resolve));
  expect(await one(next, "select 1")).toBe(1);
  expect(codeOf(await ended)).toBe("25P03");
});

test("a large parameter and a large response arrive complete", async () => {
  const client = await connect();
  const text = "0123456789abcdef".repeat(1 << 20);
  expect(await one(client, "select $1::text", [text])).toBe(text);
});

test("a statement over its time limit is canceled, the engine restarts and acknowledged rows are still there", async () => {
  const before = engine.restarts;
  const idle = await connect();
  await idle.query("insert into kept values (200, 'acknowledged')");
  const slow = await connect({ statement_timeout: 300 });
  await slow.query("begin; insert into kept values (201, 'never committed')");
  const idleEnded = new Promise((resolve) => idle.once("error", resolve));
  const waiting = connect().then((client) =>
    one(client, "select array_agg(id) from kept where id between 200 and 299"),
  );
  const failure = await slow.query("select pg_sleep(30)").catch((error: unknown) => error);
  expect(codeOf(failure)).toBe("57014");
  expect(codeOf(await idleEnded)).toBe("57P01");
  expect(await waiting).toEqual([200]);
  expect(engine.restarts).toBe(before + 1);
  expect(reasons.at(-1)).toContain("statement timeout");
});

test("a pool of one connection works again after a statement was canceled", async () => {
  const stream = () => engine.connect();
  const pool = new pg.Pool({ max: 1, user: "postgres", ssl: false, statement_timeout: 1_000, stream });
  pool.on("error", () => undefined);
  const named = { name: "ready", text: "select 1 as n" };
  await pool.query(named);
  await expect(pool.query("select count(*) from generate_series(1, 500000000)")).rejects.toMatchObject({
    code: "57014",
  });
  expect((await pool.query(named)).rows).toEqual([{ n: 1 }]);
  await pool.end();
});

test("a busy main thread does not cancel a statement that finished within its limit", async () => {
  const before = engine.restarts;
  const client = await connect({ statement_timeout: 500 });
  await one(client, "select 41");
  const answer = one(client, "select 42");
  await new Promise(setImmediate);
  const until = performance.now() + 1_000;
  while (performance.now() < until);
  expect(await answer).toBe(42);
  expect(engine.restarts).toBe(before);
});

test("a crash of the engine fails the statement that caused it and loses nothing that was acknowledged", async () => {
  const before = engine.restarts;
  const client = await connect();
  await client.query("insert into kept values (300, 'acknowledged')");
  await client.query("begin; insert into kept values (301, 'never committed')");
  // The engine cannot wait for the rows of a COPY and exits.
  const failure = await client.query("copy kept from stdin").catch((error) => error);
  expect(codeOf(failure)).toBe("57P01");
  expect(engine.restarts).toBe(before + 1);
  expect(await using((next) => one(next, "select array_agg(id) from kept where id between 300 and 349"))).toEqual([
    300,
  ]);
});

test("when the engine cannot restart, sessions get an error, and the next statement tries again", async () => {
  const database = join(folder, "data", "database");
  const client = await connect();
  await client.query("insert into kept values (360, 'acknowledged')");
  await rename(database, `${database}.away`);
  await client.query("copy kept from stdin").catch(codeOf);
  const failure = await using((next) => next.query("select 1")).catch((error: unknown) => error);
  expect(codeOf(failure)).toBe("57P03");
  await rename(`${database}.away`, database);
  expect(await using((next) => one(next, "select count(*)::int from kept where id = 360"))).toBe(1);
});

test("JSON nested too deep is rejected by PostgreSQL, without a crash or silent data loss", async () => {
  const before = engine.restarts;
  const client = await connect();
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const insert = "insert into kept values (350, left($1::jsonb::text, 1))";
  await expect(client.query(insert, [deep])).rejects.toMatchObject({ code: "54001" });
  await client.query(insert, [`${"[".repeat(5_000)}${"]".repeat(5_000)}`]);
  expect(await one(client, "select count(*)::int from kept where id = 350")).toBe(1);
  expect(engine.restarts).toBe(before);
});

test("a client that requests encryption gets the response that it is not supported", async () => {
  await expect(connect({ ssl: true })).rejects.toThrow("does not support SSL");
});

test("a dump can be opened as another database, and closing leaves only the database in the folder", async () => {
  const dataDir = join(folder, "a path too long for a socket".repeat(4));
  await using((first) => first.query("insert into kept values (399, 'before the dump')"));
  const copy = await openEmbeddedEngine({ dataDir, template: await engine.dump() });
  const client = await connect({}, copy.connect());
  expect(await one(client, "select count(*)::int from kept where id = 399")).toBe(1);
  const guest = await connect({}, connectThroughSocket(dataDir));
  await guest.query("insert into kept values (400, 'in the copy')");
  expect(existsSync(engineSocketPath(dataDir))).toBe(true);
  await copy.close();
  expect(readdirSync(dataDir)).toEqual(["database"]);
  expect(existsSync(engineSocketPath(dataDir))).toBe(false);
  const late = await connect({}, copy.connect());
  expect(codeOf(await late.query("select 1").catch((error) => error))).toBe("57P01");
});
