// The server of the analysis benchmark, in its own process: serves requests and analyzes a domain when asked to.
import type { AddressInfo } from "node:net";

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
  };
}

export interface AnalysisServerSpec {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly pepper: string;
  /** The time of every run. */
  readonly now: string;
}

/** What the parent asks for, and how the process answers. */
export type AnalysisRequest = AnalysisServerSpec | { readonly analyze: string; readonly asOf: string };
export interface AnalysisResponse {
  readonly port?: number;
  readonly error?: string;
  readonly seconds?: number;
  readonly peakMb?: number;
  readonly counts?: Readonly<Record<string, number>>;
  /** Seconds by phase. */
  readonly phases?: Readonly<Record<string, number>>;
}

const UNLIMITED = { read: 1_000_000_000, write: 1_000_000_000, windowMs: 1, domainFactor: 1 };
let analyze: (domainId: string, asOf: Date) => Promise<AnalysisResponse> = () =>
  Promise.reject(new Error("not started"));

async function start(spec: AnalysisServerSpec): Promise<AnalysisResponse> {
  const { composeService, createMetrics, openDatabase, analyzeDomain } = await loadService();
  const { databaseUrl, dataDir, pepper } = spec;
  const database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 60_000, shared: false });
  const clock = () => new Date(spec.now);
  const metrics = createMetrics("bench", () => 0);
  const server = { logger: { level: "warn" } };
  const service = composeService({ database, clock, pepper, metrics, limits: UNLIMITED, cacheBytes: 1, server });
  process.once("SIGTERM", () => void service.close().then(() => database.close()));
  analyze = async (domainId, asOf) => {
    const startedAt = performance.now();
    const begun: [string, number][] = [];
    const parts = { database: database.inBackground(), clock, chance: () => 1 };
    const onPhase = (phase: string) => void begun.push([phase, performance.now()]);
    const report = await analyzeDomain(parts, domainId, { asOf, onPhase });
    const end = performance.now();
    const phases = begun.map(([phase, at], index) => [phase, ((begun[index + 1]?.[1] ?? end) - at) / 1_000] as const);
    return {
      seconds: (end - startedAt) / 1_000,
      peakMb: process.resourceUsage().maxRSS / 1_024,
      counts: report?.counts ?? {},
      phases: Object.fromEntries(phases),
    };
  };
  await service.app.listen({ port: 0, host: "127.0.0.1" });
  return { port: (service.app.server.address() as AddressInfo).port };
}

// The parent was interrupted or has crashed.
process.on("disconnect", () => process.exit());

process.on("message", (request: AnalysisRequest) => {
  const done = "analyze" in request ? analyze(request.analyze, new Date(request.asOf)) : start(request);
  done.then(
    (response) => process.send?.(response),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
