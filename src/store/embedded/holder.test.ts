import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { builtModule } from "../../../test/support/built-program.ts";
import { QUICK_WASM } from "../../../test/support/quick-wasm.ts";
import { EngineHeld, engineSocketPath, openEmbeddedEngine } from "./engine.ts";
import { connectThroughSocket } from "./socket-server.ts";

const ENGINE = builtModule("store/embedded/engine");
const PG = import.meta.resolve("pg");
const children = new Set<ChildProcess>();
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  dataDir = join(folder, "data");
  const template = new Blob([await readFile(inject("template"))]);
  const engine = await openEmbeddedEngine({ dataDir, template });
  const client = await connect(engine.connect());
  await client.query("create table kept (id int primary key)");
  await client.end();
  await engine.close();
});

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

async function connect(stream: Duplex, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ user: "postgres", ssl: false, ...settings, stream: () => stream });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Starts another process; `next` returns the lines its script prints, one at a time. */
function start(script: string) {
  const prelude = `import { openEmbeddedEngine, EngineHeld } from "${ENGINE}"; import pg from "${PG}";
    const dataDir = ${JSON.stringify(dataDir)}; const say = (line) => process.stdout.write(line + "\\n");
    const connect = async (engine) => { const client = new pg.Client({ user: "postgres", ssl: false, stream: () => engine.connect() }); await client.connect(); return client; };`;
  const args = [QUICK_WASM, "--input-type=module", "-e", prelude + script];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const kill = async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  };
  return { pid: child.pid, next, kill };
}

const INSERT_FOR_EVER = `const engine = await openEmbeddedEngine({ dataDir }); const client = await connect(engine);
  say("open"); const { rows } = await client.query("select coalesce(max(id), 0) as top from kept");
  for (let id = rows[0].top + 1; ; id++) { await client.query("insert into kept values ($1)", [id]); say(String(id)); }`;

test("while a process holds the folder, a second one gets an error with its pid and can connect through its socket", async () => {
  const holder = start(INSERT_FOR_EVER);
  expect(await holder.next()).toBe("open");
  const refusal = await openEmbeddedEngine({ dataDir }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(EngineHeld);
  expect((refusal as EngineHeld).pid).toBe(holder.pid);
  expect((refusal as EngineHeld).message).toBe(`data folder '${dataDir}' is in use by process ${holder.pid}`);
  expect((refusal as EngineHeld).socketPath).toBe(engineSocketPath(dataDir));
  expect(statSync(engineSocketPath(dataDir)).mode & 0o777).toBe(0o600);

  const guest = await connect(connectThroughSocket(dataDir));
  await guest.query("create table visited (id int)");
  await guest.query("begin");
  await guest.query("insert into visited values (1)");
  await guest.query("commit");
  expect((await guest.query({ name: "count", text: "select id from visited" })).rows).toEqual([{ id: 1 }]);

  const stream = connectThroughSocket(dataDir);
  const dying = await connect(stream);
  await dying.query("begin; insert into visited values (2)");
  stream.destroy();
  expect((await guest.query("select id from visited")).rows).toEqual([{ id: 1 }]);
  await guest.end();
  await holder.kill();
});

test("a statement of another process that exceeds its time limit is canceled, and other sessions continue", async () => {
  const engine = await openEmbeddedEngine({ dataDir });
  const slow = await connect(connectThroughSocket(dataDir), { statement_timeout: 200 });
  const patient = await connect(connectThroughSocket(dataDir));
  await patient.query("select 1");
  await expect(slow.query("select pg_sleep(20)")).rejects.toMatchObject({ code: "57014" });
  expect((await patient.query("select 2 as n")).rows).toEqual([{ n: 2 }]);
  await patient.end();
  await engine.close();
});

test("after kill -9 the folder opens again at once with every acknowledged row", async () => {
  const holder = start(INSERT_FOR_EVER);
  expect(await holder.next()).toBe("open");
  let acknowledged = 0;
  for (let row = 0; row < 200; row += 1) acknowledged = Number(await holder.next());
  await holder.kill();
  expect(existsSync(engineSocketPath(dataDir))).toBe(true);
  const engine = await openEmbeddedEngine({ dataDir });
  const client = await connect(engine.connect());
  const { rows } = await client.query("select count(*)::int as n, max(id) as top from kept");
  expect(rows[0].top).toBeGreaterThanOrEqual(acknowledged);
  expect(rows[0].n).toBe(rows[0].top);
  await client.end();
  await engine.close();
});

test("of four processes that start at once exactly one opens the folder, and the errors of the others name it", async () => {
  const racer = `await openEmbeddedEngine({ dataDir }).then(() => say("won"), (error) => { say(error instanceof EngineHeld ? "lost to " + error.pid : String(error)); process.exit(); });`;
  const racers = Array.from({ length: 4 }, () => start(racer));
  const lines = await Promise.all(racers.map(({ next }) => next()));
  const winner = racers[lines.indexOf("won")];
  expect(lines.filter((line) => line !== "won")).toEqual(Array(3).fill(`lost to ${winner?.pid}`));
  await winner?.kill();
});

test("a folder whose socket accepts connections counts as held even if its lock is not visible from here", async () => {
  const server = createServer();
  await rm(engineSocketPath(dataDir), { force: true });
  await new Promise<void>((resolve) => server.listen(engineSocketPath(dataDir), resolve));
  await expect(openEmbeddedEngine({ dataDir })).rejects.toBeInstanceOf(EngineHeld);
  await new Promise((resolve) => server.close(resolve));
});

test("after a first start that was killed halfway, the database is created again", async () => {
  const template = inject("template");
  const fresh = join(folder, "fresh");
  const half = start(`import { readFile } from "node:fs/promises";
    await openEmbeddedEngine({ dataDir: ${JSON.stringify(fresh)}, template: new Blob([await readFile(${JSON.stringify(template)})]) });`);
  while (!existsSync(join(fresh, "database", "PG_VERSION"))) await sleep(1);
  await half.kill();
  expect(existsSync(join(fresh, "database.unfinished"))).toBe(true);
  const engine = await openEmbeddedEngine({ dataDir: fresh, template: new Blob([await readFile(template)]) });
  const client = await connect(engine.connect());
  expect((await client.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  await client.end();
  await engine.close();
});
