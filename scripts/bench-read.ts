// Compares pages per second of /cases with a bare HTTP server and a textbook implementation, in one run.
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createApiKey } from "../src/actions/create-api-key.ts";
import { BASE_PATH } from "../src/contract/endpoints.ts";
import { systemClock } from "../src/runtime/clock.ts";
import type { Database } from "../src/store/database/database.ts";
import { migrate } from "../src/store/database/migrate.ts";
import { openDatabase } from "../src/store/database/open.ts";
import { fillDomain } from "./bench/dataset.ts";
import { pagesPerSecond, type Target } from "./bench/load.ts";
import type { ServerSpec } from "./bench/server.ts";
import { stopServersWhenInterrupted } from "./services/interruptible-run.ts";
import { startPostgres } from "./services/postgres.ts";
import { createTestFolder } from "./services/test-folder.ts";

const { values: options } = parseArgs({
  options: {
    small: { type: "string", default: "10000" },
    big: { type: "string", default: "1000000" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "16" },
    engines: { type: "string", default: "postgres,embedded" },
  },
});

const SIZES = { small: Number(options.small), big: Number(options.big) } as const;
type Size = keyof typeof SIZES;
const PEPPER = "a pepper for the benchmark, thirty-two characters";
const CACHE_BYTES = 64 * 1_048_576;

interface Place {
  readonly domainId: string;
  readonly key: string;
  readonly lastCursor: string;
}

interface Engine {
  readonly name: "postgres" | "embedded";
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly places: Readonly<Record<Size, Place>>;
}

/** Fills both domains on one engine and closes it, so that each server process can open it. */
async function prepare(name: Engine["name"], databaseUrl: string | undefined, dataDir: string): Promise<Engine> {
  const database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 3_600_000, shared: false });
  try {
    await migrate(database, systemClock);
    const places = { small: await fill(database, name, "small"), big: await fill(database, name, "big") };
    await database.exclusively((run) => run("vacuum analyze"));
    return { name, databaseUrl, dataDir, places };
  } finally {
    await database.close();
  }
}

async function fill(database: Database, engine: string, size: Size): Promise<Place> {
  const started = performance.now();
  const domainId = randomUUID();
  await fillDomain(database, domainId, size, SIZES[size], (done) => {
    if (done % 100_000 === 0) process.stderr.write(`  ${engine} ${size}: ${done.toLocaleString("en")} threats\n`);
  });
  const seconds = (performance.now() - started) / 1_000;
  process.stderr.write(
    `  ${engine} ${size}: ${Math.round(SIZES[size] / seconds).toLocaleString("en")} threats/s stored\n`,
  );
  const db = database.forDomain(domainId);
  const ctx = { db, clock: systemClock, actor: { kind: "operator", id: "bench", origin: "bench" } } as const;
  const { key } = await createApiKey(ctx, PEPPER, { name: "bench", expiresAt: null });
  const [position] = await db.query<{ case_id: string }>(
    "select case_id from cases where domain_id = $1 order by created_at, case_id offset 50 limit 1",
  );
  return { domainId, key, lastCursor: position?.case_id ?? "" };
}

async function withServer<T>(spec: ServerSpec, work: (port: number) => Promise<T>): Promise<T> {
  const child: ChildProcess = fork(new URL("./bench/server.ts", import.meta.url), { execArgv: ["--import", "tsx"] });
  child.send(spec);
  const [message] = (await once(child, "message")) as [{ port?: number; error?: string }];
  if (message.port === undefined) throw new Error(message.error);
  try {
    return await work(message.port);
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null) await Promise.race([once(child, "exit"), new Promise((r) => setTimeout(r, 5_000))]);
    child.kill("SIGKILL");
  }
}

const rates = new Map<string, number[]>();

async function measure(label: string, target: Target): Promise<void> {
  await pagesPerSecond(target, Number(options.connections), 1.5);
  const rate = await pagesPerSecond(target, Number(options.connections), Number(options.seconds));
  rates.set(label, [...(rates.get(label) ?? []), rate]);
}

function median(label: string): number {
  const sorted = (rates.get(label) ?? []).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const pathOf = (place: Place, depth: "first" | "last") =>
  `${BASE_PATH}/cases${depth === "last" ? `?next_cursor=${place.lastCursor}` : ""}`;

async function measureParapet(engine: Engine, cached: boolean): Promise<void> {
  const { databaseUrl, dataDir, places } = engine;
  const spec = { kind: "parapet", databaseUrl, dataDir, pepper: PEPPER, cacheBytes: cached ? CACHE_BYTES : 1 } as const;
  await withServer(spec, async (port) => {
    for (const size of ["small", "big"] as const) {
      for (const depth of ["first", "last"] as const) {
        const label = `${engine.name} ${cached ? "cached" : "uncached"} ${size} ${depth}`;
        await measure(label, { port, path: pathOf(places[size], depth), key: places[size].key });
      }
    }
  });
}

async function readPage(engine: Engine): Promise<string> {
  const { databaseUrl, dataDir, places } = engine;
  return withServer(
    { kind: "parapet", databaseUrl, dataDir, pepper: PEPPER, cacheBytes: CACHE_BYTES },
    async (port) => {
      const response = await fetch(`http://127.0.0.1:${port}${pathOf(places.big, "first")}`, {
        headers: { "x-api-key": places.big.key, "accept-encoding": "identity" },
      });
      return response.text();
    },
  );
}

async function round(engines: readonly Engine[], body: string): Promise<void> {
  const none = { dataDir: "", pepper: PEPPER, cacheBytes: 1 };
  await withServer({ kind: "bare", body, ...none }, (port) => measure("bare", { port, path: "/" }));
  for (const engine of engines) {
    if (engine.databaseUrl) {
      const { databaseUrl } = engine;
      const { domainId } = engine.places.big;
      await withServer({ kind: "textbook", databaseUrl, domainId, ...none }, (port) =>
        measure("postgres textbook big first", { port, path: "/cases" }),
      );
    }
    await measureParapet(engine, true);
    await measureParapet(engine, false);
  }
}

function report(bytes: number): void {
  console.log(`\npage of 50 cases x 5 events, ${Math.round(bytes / 1_024)} KiB; median of ${options.rounds} rounds\n`);
  console.log(`${"what".padEnd(36)} ${"pages/s".padStart(9)}  of bare`);
  for (const label of rates.keys()) {
    const rate = median(label);
    console.log(`${label.padEnd(36)} ${rate.toFixed(0).padStart(9)}  ${(rate / median("bare")).toFixed(2)}`);
  }
  const on = (rest: string) => median(`${rates.has("postgres textbook big first") ? "postgres" : "embedded"} ${rest}`);
  const ratios = {
    "cached/bare": on("cached big first") / median("bare"),
    "uncached/textbook": on("uncached big first") / median("postgres textbook big first"),
    "deep/shallow": on("uncached big first") / on("uncached big last"),
    "big/small": on("uncached small first") / on("uncached big first"),
  };
  console.log(
    `\n${Object.entries(ratios)
      .map(([name, ratio]) => `${name}=${ratio.toFixed(2)}`)
      .join(" ")}`,
  );
}

stopServersWhenInterrupted();
const folder = createTestFolder();
const postgres = await startPostgres(folder.path);
try {
  const wanted = (options.engines ?? "").split(",");
  const engines: Engine[] = [];
  if (wanted.includes("postgres") && "url" in postgres)
    engines.push(await prepare("postgres", postgres.url, folder.path));
  if (wanted.includes("postgres") && "missing" in postgres) console.log(`skipped: PostgreSQL (${postgres.missing})`);
  if (wanted.includes("embedded")) engines.push(await prepare("embedded", undefined, join(folder.path, "data")));
  const first = engines[0];
  if (!first) throw new Error("there is no database to measure");
  const body = await readPage(first);
  for (let n = 1; n <= Number(options.rounds); n++) {
    process.stderr.write(`  round ${n}\n`);
    await round(engines, body);
  }
  report(Buffer.byteLength(body));
} finally {
  if ("stop" in postgres) await postgres.stop();
  folder.remove();
}
