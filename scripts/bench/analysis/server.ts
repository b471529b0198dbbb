// The server of the analysis benchmark, in its own process: serves requests and analyzes a domain when asked to.
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** Loads the compiled service, which is what is shipped, not its sources. */
async function loadService() {
  const built = (path: string) => import(new URL(`../../../dist/${path}`, import.meta.url).href);
  return {
    ...((await built("compose.js")) as typeof import("../../../src/compose.ts")),
    ...((await built("runtime/metrics.js")) as typeof import("../../../src/runtime/metrics.ts")),
    ...((await built("store/database/open.js")) as typeof import("../../../src/store/database/open.ts")),
    ...((await built(
      "pipeline/analyze/analyze-domain.js",
    )) as typeof import("../../../src/pipeline/analyze/analyze-domain.ts")),
    ...((await built(
      "pipeline/analyze/thread/analysis-thread.js",
    )) as typeof import("../../../src/pipeline/analyze/thread/analysis-thread.ts")),
  };
}

export interface AnalysisServerSpec {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly pepper: string;
  /** The time of every run. */
  readonly now: string;
  /** The limit of the heap of the thread that analyzes. */
  readonly memoryMb: number;
}

/** What the parent asks for, and how the process answers. */
export type AnalysisRequest = AnalysisServerSpec | { readonly analyze: string; readonly asOf: string };
export interface AnalysisResponse {
  readonly port?: number;
  readonly error?: string;
  readonly measured?: MeasuredRun;
}

export interface MeasuredRun {
  readonly seconds: number;
  /** CPU time of the process, all its threads included. */
  readonly cpuSeconds: number;
  /** The resident memory of the process before the run, and its highest value during the run. */
  readonly restMb: number;
  readonly peakMb: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Seconds by phase. */
  readonly phases: Readonly<Record<string, number>>;
}

const UNLIMITED = { read: 1_000_000_000, write: 1_000_000_000, windowMs: 1, domainFactor: 1 };
const SAMPLE_MS = 20;
const MB = 1_048_576;
let analyze: (domainId: string, asOf: Date) => Promise<MeasuredRun> = () => Promise.reject(new Error("not started"));

async function start(spec: AnalysisServerSpec): Promise<AnalysisResponse> {
  const { composeService, createMetrics, openDatabase, analyzeDomain, createAnalysisThread } = await loadService();
  const { databaseUrl, dataDir, pepper, memoryMb } = spec;
  const database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 60_000, shared: false });
  const clock = () => new Date(spec.now);
  const metrics = createMetrics("bench", () => 0);
  const server = { logger: { level: "warn" } };
  const rulesFolder = join(dataDir, "rules");
  const analysis = { intervalMs: undefined, memoryMb };
  const parts = { database, clock, pepper, metrics, rulesFolder, analysis, server };
  const service = composeService({ ...parts, limits: UNLIMITED, cacheBytes: 1 });
  process.once("SIGTERM", () => void service.close().then(() => database.close()));
  const { link } = database;
  if (!link) throw new Error("the database has no link");
  analyze = (domainId, asOf) =>
    measure(async (onPhase) => {
      const thread = createAnalysisThread({ link, memoryMb });
      const parts = { database: database.inBackground(), clock, chance: () => 1, runPhases: thread.runPhases };
      try {
        return (await analyzeDomain(parts, domainId, { asOf, onPhase }))?.counts ?? {};
      } finally {
        await thread.end();
      }
    });
  await service.app.listen({ port: 0, host: "127.0.0.1" });
  return { port: (service.app.server.address() as AddressInfo).port };
}

/** Runs the analysis and measures the process meanwhile. */
async function measure(
  run: (onPhase: (phase: string) => void) => Promise<Readonly<Record<string, number>>>,
): Promise<MeasuredRun> {
  const begun: [string, number][] = [];
  const rest = process.memoryUsage.rss();
  let peak = rest;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const counts = await run((phase) => void begun.push([phase, performance.now()]));
  const end = performance.now();
  const used = process.cpuUsage(cpu);
  clearInterval(sampling);
  const phases = begun.map(([phase, at], index) => [phase, ((begun[index + 1]?.[1] ?? end) - at) / 1_000] as const);
  return {
    seconds: (end - startedAt) / 1_000,
    cpuSeconds: (used.user + used.system) / 1e6,
    restMb: rest / MB,
    peakMb: peak / MB,
    counts,
    phases: Object.fromEntries(phases),
  };
}

async function answer(request: AnalysisRequest): Promise<AnalysisResponse> {
  if ("analyze" in request) return { measured: await analyze(request.analyze, new Date(request.asOf)) };
  return start(request);
}

// The parent was interrupted or has crashed.
process.on("disconnect", () => process.exit());

process.on("message", (request: AnalysisRequest) => {
  answer(request).then(
    (response) => process.send?.(response),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
