// Measures a run of the analysis: time, memory, growth with identities and days, and its effect on requests, in one run.
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
import { fillActivity, type Size } from "./bench/analysis/dataset.ts";
import type { AnalysisRequest, AnalysisResponse } from "./bench/analysis/server.ts";
import { fillDomain } from "./bench/dataset.ts";
import { stopServersWhenInterrupted } from "./services/interruptible-run.ts";
import { startPostgres } from "./services/postgres.ts";
import { createTestFolder } from "./services/test-folder.ts";

const { values: options } = parseArgs({
  options: {
    users: { type: "string", default: "10000" },
    services: { type: "string", default: "5000" },
    days: { type: "string", default: "180" },
    engines: { type: "string", default: "postgres,embedded" },
    /** The embedded database gets this share of the identities. */
    "embedded-share": { type: "string", default: "0.1" },
  },
});

const PEPPER = "a pepper for the benchmark, thirty-two characters";
const END = new Date("2026-11-01T03:00:00.000Z");
const DAY_BEFORE = new Date(END.getTime() - 86_400_000);
const THREATS = 5_000;
const IDLE_MS = 10_000;
const CONNECTIONS = 4;

const RUNS = ["once", "twice the identities", "twice the days"] as const;
type RunName = (typeof RUNS)[number];

interface Engine {
  readonly name: string;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly share: number;
}

interface Prepared extends Engine {
  readonly domains: ReadonlyMap<RunName, string>;
  /** The key of a domain with cases, which is not analyzed. */
  readonly key: string;
}

function sizeOf(run: RunName, share: number): Size {
  const identities = share * (run === "twice the identities" ? 2 : 1);
  return {
    users: Math.round(Number(options.users) * identities),
    services: Math.round(Number(options.services) * identities),
    days: Number(options.days) * (run === "twice the days" ? 2 : 1),
  };
}

async function prepare(engine: Engine): Promise<Prepared> {
  const { databaseUrl, dataDir, share, name } = engine;
  const database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 3_600_000, shared: false });
  try {
    await migrate(database, systemClock);
    const domains = new Map<RunName, string>();
    for (const run of RUNS) {
      const domainId = randomUUID();
      const report = (text: string) => void process.stderr.write(`  ${name}, ${run}: ${text}\n`);
      await fillActivity(database, domainId, sizeOf(run, share), END, report);
      domains.set(run, domainId);
    }
    const key = await fillCases(database);
    await database.exclusively((run) => run("vacuum analyze"));
    return { ...engine, domains, key };
  } finally {
    await database.close();
  }
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

/** A nightly run, with the first run of the domain, which evaluates many days, and a repetition without changes. */
interface Measured extends AnalysisResponse {
  readonly first: AnalysisResponse;
  readonly again: AnalysisResponse;
  readonly before: number;
  readonly during: number;
}

/** Analyzes a domain in a new server process, for a day, for the next day and for that day again, while a client of another domain reads cases. */
async function measure({ databaseUrl, dataDir, key }: Prepared, domainId: string): Promise<Measured> {
  const url = new URL("./bench/analysis/server.ts", import.meta.url);
  const child = fork(url, { execArgv: ["--import", "tsx"] });
  try {
    const { port = 0 } = await ask(child, { databaseUrl, dataDir, pepper: PEPPER, now: END.toISOString() });
    const target = `http://127.0.0.1:${port}${BASE_PATH}/cases`;
    await readCases(target, key, new Promise((resolve) => setTimeout(resolve, 2_000)));
    const before = await readCases(target, key, new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
    const first = await ask(child, { analyze: domainId, asOf: DAY_BEFORE.toISOString() });
    const nightly = { analyze: domainId, asOf: END.toISOString() };
    const running = ask(child, nightly);
    const during = await readCases(target, key, running);
    return { ...(await running), first, again: await ask(child, nightly), before, during };
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
  const seconds = new Map<RunName, number>();
  for (const [run, domainId] of prepared.domains) {
    const { users, services, days } = sizeOf(run, prepared.share);
    const measured = await measure(prepared, domainId);
    seconds.set(run, measured.seconds ?? Number.NaN);
    const { before, during } = measured;
    console.log(
      `  ${run}: ${users} users, ${services} NHIs, ${days} days: ${fixed(measured.seconds)} s, first run ${fixed(measured.first.seconds)} s, again ${fixed(measured.again.seconds)} s, ` +
        `peak ${fixed(measured.peakMb)} MB, p99 of GET /cases ${fixed(before)} ms idle, ${fixed(during)} ms during (${fixed(during / before)} x)`,
    );
    console.log(`    seconds by phase: ${JSON.stringify(measured.phases, round)}`);
    console.log(`    results: ${JSON.stringify(measured.counts)}`);
  }
  const growth = (run: RunName): string =>
    fixed((seconds.get(run) ?? Number.NaN) / (seconds.get("once") ?? Number.NaN));
  console.log(`  growth: identities=${growth("twice the identities")} days=${growth("twice the days")}`);
}

const fixed = (value = Number.NaN): string => value.toFixed(2);
const round = (_key: string, value: unknown): unknown => (typeof value === "number" ? Number(value.toFixed(2)) : value);

stopServersWhenInterrupted();
const folder = createTestFolder();
const wanted = (options.engines ?? "").split(",");
const postgres = wanted.includes("postgres") ? await startPostgres(folder.path) : { missing: "not asked for" };
try {
  const engines: Engine[] = [];
  if ("url" in postgres) engines.push({ name: "postgres", databaseUrl: postgres.url, dataDir: folder.path, share: 1 });
  else console.log(`skipped: PostgreSQL (${postgres.missing})`);
  const share = Number(options["embedded-share"]);
  if (wanted.includes("embedded"))
    engines.push({ name: "embedded", databaseUrl: undefined, dataDir: join(folder.path, "data"), share });
  for (const engine of engines) await bench(await prepare(engine));
} finally {
  if ("stop" in postgres) await postgres.stop();
  folder.remove();
}
