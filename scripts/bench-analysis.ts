// Measures a run of the analysis: time, memory, growth with identities and days, and its effect on requests, in one run.
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createApiKey } from "../src/actions/create-api-key.ts";
import { BASE_PATH } from "../src/contract/endpoints.ts";
import { COMPUTATORS_VERSION } from "../src/pipeline/drift/run-drift.ts";
import { systemClock } from "../src/runtime/clock.ts";
import type { Database } from "../src/store/database/database.ts";
import { migrate } from "../src/store/database/migrate.ts";
import { openDatabase } from "../src/store/database/open.ts";
import { saveDriftRun } from "../src/store/drift/episodes.ts";
import { fillActivity, type Size } from "./bench/analysis/dataset.ts";
import type { AnalysisRequest, AnalysisResponse, MeasuredRun } from "./bench/analysis/server.ts";
import { fillDomain } from "./bench/dataset.ts";
import { stopServersWhenInterrupted } from "./services/interruptible-run.ts";
import { startPostgres } from "./services/postgres.ts";
import { createTestFolder } from "./services/test-folder.ts";

const { values: options } = parseArgs({
  options: {
    users: { type: "string", default: "1000" },
    services: { type: "string", default: "500" },
    days: { type: "string", default: "90" },
    /** 10,000 users and 5,000 NHIs over 180 days. */
    full: { type: "boolean", default: false },
    /** Only the given size, not twice the identities and twice the days. */
    once: { type: "boolean", default: false },
    /** Records the days before the first run as evaluated for drift: 30 of them take long at full size. */
    "skip-backfill": { type: "boolean", default: false },
    /** Omits the runs beside requests, for the growth alone. */
    "skip-load": { type: "boolean", default: false },
    engines: { type: "string", default: "postgres,embedded" },
    /** The limit of the heap of the thread that analyzes. */
    "memory-mb": { type: "string", default: "1024" },
  },
});
const FULL = { users: 10_000, services: 5_000, days: 180 };
const SIZE: Size = options.full
  ? FULL
  : { users: Number(options.users), services: Number(options.services), days: Number(options.days) };

const PEPPER = "a pepper for the benchmark, thirty-two characters";
const END = new Date("2026-11-01T03:00:00.000Z");
const daysBefore = (days: number): string => new Date(END.getTime() - days * 86_400_000).toISOString();
const THREATS = 5_000;
const IDLE_MS = 10_000;
const CONNECTIONS = 4;

const RUNS = ["once", "twice the identities", "twice the days"] as const;
type RunName = (typeof RUNS)[number];

interface Engine {
  readonly name: string;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

interface Prepared extends Engine {
  readonly domains: ReadonlyMap<RunName, string>;
  /** The key of a domain with cases, which is not analyzed. */
  readonly key: string;
}

function sizeOf(run: RunName): Size {
  const identities = run === "twice the identities" ? 2 : 1;
  const { users, services, days } = SIZE;
  return {
    users: users * identities,
    services: services * identities,
    days: days * (run === "twice the days" ? 2 : 1),
  };
}

async function prepare(engine: Engine): Promise<Prepared> {
  const { databaseUrl, dataDir, name } = engine;
  const database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 3_600_000, shared: false });
  try {
    await migrate(database, systemClock);
    const domains = new Map<RunName, string>();
    for (const run of options.once ? RUNS.slice(0, 1) : RUNS) {
      const domainId = randomUUID();
      const report = (text: string) => void process.stderr.write(`  ${name}, ${run}: ${text}\n`);
      await fillActivity(database, domainId, sizeOf(run), END, report);
      if (options["skip-backfill"]) await skipBackfill(database, domainId);
      domains.set(run, domainId);
    }
    const key = await fillCases(database);
    await database.exclusively((run) => run("vacuum analyze"));
    return { ...engine, domains, key };
  } finally {
    await database.close();
  }
}

function skipBackfill(database: Database, domainId: string): Promise<void> {
  const day = Math.floor(Date.parse(daysBefore(3)) / 86_400_000);
  return database.forDomain(domainId).transaction((tx) => saveDriftRun(tx, day, COMPUTATORS_VERSION, END));
}

async function fillCases(database: Database): Promise<string> {
  const domainId = randomUUID();
  await fillDomain(database, domainId, "cases", THREATS, () => undefined);
  const actor = { kind: "operator", id: "bench", origin: "bench" } as const;
  const ctx = { db: database.forDomain(domainId), clock: systemClock, actor };
  return (await createApiKey(ctx, PEPPER, { name: "bench", expiresAt: null })).key;
}

async function ask(child: ChildProcess, request: AnalysisRequest): Promise<AnalysisResponse> {
  child.send(request);
  const [response] = (await once(child, "message")) as [AnalysisResponse];
  if (response.error !== undefined) throw new Error(response.error);
  return response;
}

interface Measured extends Partial<UnderLoad> {
  /** The first run of the domain, which evaluates many days of drift. */
  readonly first: MeasuredRun;
  /** The run of the next day, without requests. */
  readonly nightly: MeasuredRun;
}

interface UnderLoad {
  /** The run of the day after, while a client of another domain reads cases. */
  readonly loaded: MeasuredRun;
  /** The same day again, without any change. */
  readonly again: MeasuredRun;
  /** The 99th percentile of GET /cases in ms, without an analysis and during one. */
  readonly calmMs: number;
  readonly duringMs: number;
}

/** Analyzes a domain in a new server process. */
async function measure({ databaseUrl, dataDir, key }: Prepared, domainId: string): Promise<Measured> {
  const url = new URL("./bench/analysis/server.ts", import.meta.url);
  const child = fork(url, { execArgv: ["--import", "tsx"] });
  const analyze = async (asOf: string): Promise<MeasuredRun> => {
    const { measured } = await ask(child, { analyze: domainId, asOf });
    if (!measured) throw new Error("the run was not measured");
    return measured;
  };
  try {
    const memoryMb = Number(options["memory-mb"]);
    const spec = { databaseUrl, dataDir, pepper: PEPPER, now: END.toISOString(), memoryMb };
    const { port = 0 } = await ask(child, spec);
    const target = `http://127.0.0.1:${port}${BASE_PATH}/cases`;
    if (options["skip-load"]) return { first: await analyze(daysBefore(2)), nightly: await analyze(daysBefore(1)) };
    await readCases(target, key, new Promise((resolve) => setTimeout(resolve, 2_000)));
    const calmMs = await readCases(target, key, new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
    const first = await analyze(daysBefore(2));
    const nightly = await analyze(daysBefore(1));
    const running = analyze(daysBefore(0));
    const duringMs = await readCases(target, key, running);
    return { first, nightly, loaded: await running, again: await analyze(daysBefore(0)), calmMs, duringMs };
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null) await Promise.race([once(child, "exit"), new Promise((r) => setTimeout(r, 5_000))]);
    child.kill("SIGKILL");
  }
}

/** Reads the first page of cases until `end` settles; returns the 99th percentile of the latency in ms. */
async function readCases(url: string, key: string, end: Promise<unknown>): Promise<number> {
  const latencies: number[] = [];
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  end.then(over, over);
  const read = async (): Promise<void> => {
    while (!isOver) {
      const startedAt = performance.now();
      const response = await fetch(url, { headers: { "x-api-key": key } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`GET /cases answered ${response.status}`);
      latencies.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, read));
  latencies.sort((a, b) => a - b);
  return latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
}

async function bench(prepared: Prepared): Promise<void> {
  console.log(`\n${prepared.name}`);
  const results = new Map<RunName, Measured>();
  for (const [run, domainId] of prepared.domains) {
    const { users, services, days } = sizeOf(run);
    const measured = await measure(prepared, domainId);
    results.set(run, measured);
    console.log(`  ${run}: ${users} users, ${services} NHIs, ${days} days`);
    print(measured);
  }
  const base = results.get("once")?.nightly;
  for (const [run, { nightly }] of results) {
    if (!base || nightly === base) continue;
    const growth = (of: (measured: MeasuredRun) => number): string => fixed(of(nightly) / of(base));
    console.log(
      `  growth with ${run}: time ${growth(({ seconds }) => seconds)} x, CPU ${growth(({ cpuSeconds }) => cpuSeconds)} x, memory ${growth(memoryOf)} x`,
    );
  }
}

/** The growth of the resident memory of the process, sampled every 20 ms, over its value just before the run. */
const memoryOf = ({ peakMb, restMb }: MeasuredRun): number => peakMb - restMb;

function print({ first, nightly, loaded, again, calmMs, duringMs }: Measured): void {
  const runs = { "first run": first, nightly, "nightly under load": loaded, "again, unchanged": again };
  for (const [name, run] of Object.entries(runs)) {
    if (!run) continue;
    console.log(
      `    ${name}: ${fixed(run.seconds)} s, CPU ${fixed(run.cpuSeconds)} s, memory ${fixed(run.restMb)} + ${fixed(memoryOf(run))} MB`,
    );
  }
  console.log(`    seconds by phase, nightly: ${JSON.stringify(nightly.phases, round)}`);
  console.log(`    results, nightly: ${JSON.stringify(nightly.counts)}`);
  if (calmMs === undefined || duringMs === undefined) return;
  console.log(
    `    p99 of GET /cases: ${fixed(calmMs)} ms calm, ${fixed(duringMs)} ms during a run (${fixed(duringMs / calmMs)} x)`,
  );
}

const fixed = (value = Number.NaN): string => value.toFixed(2);
const round = (_key: string, value: unknown): unknown => (typeof value === "number" ? Number(value.toFixed(2)) : value);

stopServersWhenInterrupted();
const folder = createTestFolder();
const wanted = (options.engines ?? "").split(",");
const postgres = wanted.includes("postgres") ? await startPostgres(folder.path) : { missing: "not asked for" };
try {
  const engines: Engine[] = [];
  if ("url" in postgres) engines.push({ name: "postgres", databaseUrl: postgres.url, dataDir: folder.path });
  else console.log(`skipped: PostgreSQL (${postgres.missing})`);
  if (wanted.includes("embedded"))
    engines.push({ name: "embedded", databaseUrl: undefined, dataDir: join(folder.path, "data") });
  for (const engine of engines) await bench(await prepare(engine));
} finally {
  if ("stop" in postgres) await postgres.stop();
  folder.remove();
}
