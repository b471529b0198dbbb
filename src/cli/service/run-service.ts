import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  composeAnalyzer,
  composeDetectors,
  composeMetricsServer,
  composePolling,
  composeService,
  composeWorker,
  composeWorkerThread,
  type Service,
  type WorkerSettings,
} from "../../compose.ts";
import type { AnalyzerLog } from "../../pipeline/analyze/analyzer.ts";
import type { DetectorSource } from "../../pipeline/rules/detector-source.ts";
import { rulesFolderOf } from "../../pipeline/rules/rules-layout.ts";
import { createBacklogCount } from "../../pipeline/schedule/backlog-count.ts";
import type { Worker } from "../../pipeline/schedule/worker.ts";
import type { Clock } from "../../runtime/clock.ts";
import { createMetrics } from "../../runtime/metrics.ts";
import { createUsage } from "../../runtime/usage.ts";
import type { Database } from "../../store/database/database.ts";
import { ensureSchema } from "../../store/database/migrate.ts";
import { type OpenOptions, openDatabase } from "../../store/database/open.ts";
import { openRowPartitions } from "../../store/rows/row-partitions.ts";
import type { Invocation } from "../command.ts";
import { openSecret, replacedSecret } from "../open-secret.ts";
import { VERSION } from "../version.ts";
import { type SecretWatch, watchSecret } from "./watch-secret.ts";

const STATEMENT_TIMEOUT_MS = 5_000;
/** Limit for open work at shutdown. With the limit for closing the database, the process ends at most 15 s after it drained. */
const CLOSE_TIMEOUT_MS = 7_000;

export interface Running {
  readonly address: string;
  readonly database: Database;
  readonly pepper: string;
}

export interface ServiceOptions {
  /** Runs before the pipeline starts; returns early if the process is stopping. */
  readonly prepare?: (database: Database, isStopping: () => boolean) => Promise<void>;
  /** Limit for one statement. */
  readonly statementTimeoutMs?: number;
}

/** Serves until SIGTERM or SIGINT. `started` runs once requests are answered. */
export async function runService(
  invocation: Invocation,
  clock: Clock,
  started: (running: Running) => Promise<void>,
  { prepare, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: ServiceOptions = {},
): Promise<number> {
  const { config } = invocation;
  const metrics = createMetrics(
    VERSION,
    () => database.waiting(),
    () => countBacklog(),
  );
  let service: Service | undefined;
  const log = logOf(() => service);
  const usage = createUsage();
  const database = await openServiceDatabase(invocation, {
    statementTimeoutMs,
    onRestart: (reason) => {
      metrics.countEngineRestart();
      log.warn({ reason }, "the embedded database was reopened");
    },
    // A command of another process is a use that has just ended.
    onForeignUse: () => usage.begin()(),
  });
  const countBacklog = createBacklogCount(database);
  const metricsServer = composeMetricsServer(metrics);
  const rulesFolder = rulesFolderOf(config.dataDir);
  const { databaseUrl } = config;
  const { worker, detectors } = databaseUrl
    ? workerThreadOf({ link: { statementTimeoutMs, target: { databaseUrl } }, rulesFolder, log, metrics })
    : workerOf({ database, clock, rulesFolder, log, metrics, isIdle: usage.isIdle });
  const { analysisIntervalMs: intervalMs, analysisMemoryMb: memoryMb, connectorAddresses: addresses } = config;
  const analyzer = composeAnalyzer({ database, clock, log, metrics, intervalMs, memoryMb });
  const onRows = (domainId: string): void => worker.poke(domainId);
  const background: { stop(): Promise<void> }[] = [worker];
  let isStopping = false;
  let watch: SecretWatch | undefined;
  const stop = awaitSignal().then((signal) => {
    isStopping = true;
    log.info({ signal, drain_ms: config.drainMs }, "stopping");
  });
  try {
    await ensureSchema(database, clock);
    // The worker tries again; rows of a day without a partition are stored in the one for all other days.
    await openRowPartitions(database)
      .addExpected(clock())
      .catch((error: Error) => log.warn({ err: error.message }, "partitions of coming days could not be added"));
    const pepper = await openSecret(invocation, database);
    watch = watchSecret(database, pepper);
    const polling = composePolling({ database, clock, pepper, addresses, log, metrics, onRows });
    background.push(polling, analyzer);
    const settings = serviceSettingsOf(config);
    service = composeService({ database, clock, pepper, metrics, ...settings, onRows, detectors, usage });
    await listenForMetrics(metricsServer, config.metricsPort);
    service.app.log.info({ port: (metricsServer.address() as AddressInfo).port }, "metrics on 127.0.0.1");
    const address = await listen(service, config);
    await prepare?.(database, () => isStopping);
    if (isStopping) return 0;
    worker.start();
    polling.start();
    analyzer.start();
    await started({ address, database, pepper });
    await drainAfter(stop, watch, service, config);
    return 0;
  } finally {
    watch?.stop();
    metricsServer.close();
    metricsServer.closeAllConnections();
    await closeInTime(service, background);
    await database.close();
    if (isStopping) log.info({}, "stopped");
  }
}

/** A worker, and the lists of the detectors that it uses. */
interface WorkerWithRules {
  readonly worker: Worker;
  readonly detectors: Pick<DetectorSource, "rulesFor">;
}

/** The detectors have a thread of their own, so that requests do not wait for them. */
function workerThreadOf(settings: Parameters<typeof composeWorkerThread>[0]): WorkerWithRules {
  const worker = composeWorkerThread(settings);
  return { worker, detectors: worker };
}

/** The embedded database serves one session at a time: a thread for the detectors would wait for it as requests do. */
function workerOf(settings: WorkerSettings): WorkerWithRules {
  const detectors = composeDetectors(settings);
  return { worker: composeWorker({ ...settings, detectors }), detectors };
}

function openServiceDatabase(
  { config: { databaseUrl, dataDir }, terminal }: Invocation,
  options: Pick<OpenOptions, "statementTimeoutMs" | "onRestart" | "onForeignUse">,
): Promise<Database> {
  const warn = (message: string): void => terminal.note(message);
  return openDatabase({ databaseUrl, dataDir, shared: false, warn, ...options });
}

/** Returns the settings of the service. */
function serviceSettingsOf({
  redisUrl,
  connectorAddresses,
  identityProvider,
  logLevel,
  trustedProxies,
}: Invocation["config"]) {
  return { redisUrl, connectorAddresses, identityProvider, server: { logger: { level: logLevel }, trustedProxies } };
}

/** Returns the log of the service; lines before it exists are dropped. */
function logOf(service: () => Service | undefined): AnalyzerLog {
  return {
    info: (facts, message) => service()?.app.log.info(facts, message),
    warn: (facts, message) => service()?.app.log.warn(facts, message),
  };
}

async function listen(service: Service, { host, port }: Invocation["config"]): Promise<string> {
  return service.app.listen({ host, port }).catch((error: Error) => {
    throw describePort(error, `port ${port} on ${host}`, "--port or PARAPET_PORT");
  });
}

async function listenForMetrics(server: Server, port: number): Promise<void> {
  const listening = once(server, "listening");
  server.listen(port, "127.0.0.1");
  await listening.catch((error: Error) => {
    throw describePort(error, `the metrics port ${port} on 127.0.0.1`, "PARAPET_METRICS_PORT");
  });
}

/** Returns the error of a port that is in use with its remedy; any other error as it is. */
function describePort(error: NodeJS.ErrnoException, port: string, setting: string): Error {
  if (error.code !== "EADDRINUSE") return error;
  const message = `${port} is taken by another process (EADDRINUSE); choose another one with ${setting}`;
  return new Error(message, { cause: error });
}

/** Waits for the signal to stop, and drains. When the secret was replaced, throws without waiting any longer. */
async function drainAfter(
  stop: Promise<void>,
  watch: SecretWatch,
  service: Service,
  config: Invocation["config"],
): Promise<void> {
  const replaced = watch.replaced.then(() => {
    stopAnswering(service.app);
    throw replacedSecret(config);
  });
  await Promise.race([stop, replaced]);
  service.startDraining();
  await Promise.race([sleep(config.drainMs), replaced]);
}

/** Closes the port and all connections, without waiting for requests in progress. */
function stopAnswering({ server }: Service["app"]): void {
  server.close();
  server.closeAllConnections();
}

/** Waits for open work up to a limit, then closes the remaining connections. */
async function closeInTime(service: Service | undefined, others: readonly { stop(): Promise<void> }[]): Promise<void> {
  const done = Promise.all([...others.map((other) => other.stop()), service?.close()]);
  await Promise.race([done, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  service?.app.server.closeAllConnections();
}

/** Resolves with the first signal; a second one ends the process at once. */
async function awaitSignal(): Promise<NodeJS.Signals> {
  const signals = ["SIGTERM", "SIGINT"] as const;
  const first = await Promise.race(signals.map((signal) => once(process, signal).then(() => signal)));
  for (const signal of signals) process.once(signal, () => process.exit(1));
  return first;
}
