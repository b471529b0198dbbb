import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { composeMetricsServer, composeService, type Parts, type Service } from "../../compose.ts";
import { rulesFolderOf } from "../../pipeline/rules/rules-layout.ts";
import { createBacklogCount } from "../../pipeline/schedule/backlog-count.ts";
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
import { listenForMetrics } from "./listen-for-metrics.ts";
import { describePort } from "./taken-port.ts";
import { type SecretWatch, watchSecret } from "./watch-secret.ts";

const STATEMENT_TIMEOUT_MS = 5_000;
/** Limit for open work at shutdown. With the limit for closing the database, the process ends at most 15 s after it drained. */
const CLOSE_TIMEOUT_MS = 7_000;

export interface Running {
  readonly address: string;
  /** Where the metrics are. */
  readonly metricsAddress: string;
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
  const { config, terminal } = invocation;
  const metrics = createMetrics(
    VERSION,
    () => database.waiting(),
    () => countBacklog(),
  );
  let service: Service | undefined;
  const usage = createUsage();
  const database = await openServiceDatabase(invocation, {
    statementTimeoutMs,
    onRestart: (reason) => {
      metrics.countEngineRestart();
      service?.app.log.warn({ reason }, "the embedded database was reopened");
    },
    // A command of another process is a use that has just ended.
    onForeignUse: () => usage.begin()(),
  });
  const countBacklog = createBacklogCount(database);
  const metricsServer = composeMetricsServer(metrics);
  let isStopping = false;
  let watch: SecretWatch | undefined;
  const stop = awaitSignal().then((signal) => {
    isStopping = true;
    service?.app.log.info({ signal, drain_ms: config.drainMs }, "stopping");
  });
  try {
    await ensureSchema(database, clock);
    const pepper = await openSecret(invocation, database);
    service = composeService({ database, clock, pepper, metrics, usage, ...serviceSettingsOf(config) });
    const { log } = service.app;
    // The worker tries again; rows of a day without a partition are stored in the one for all other days.
    await openRowPartitions(database)
      .addExpected(clock())
      .catch((error: Error) => log.warn({ err: error.message }, "partitions of coming days could not be added"));
    // The secret of an embedded database is not replaced while it is served.
    watch = database.engine === "postgres" ? watchSecret(database, pepper) : undefined;
    const replaced = watch ? endWhenReplaced(watch, service, config) : FOREVER;
    const metricsAddress = await listenForMetrics(metricsServer, config.metricsPort, terminal.note);
    log.info({ port: Number(new URL(metricsAddress).port) }, "metrics on 127.0.0.1");
    const address = await listen(service, config);
    await Promise.race([prepare?.(database, () => isStopping), replaced]);
    if (isStopping) return 0;
    service.start();
    await Promise.race([started({ address, metricsAddress, database, pepper }), replaced]);
    await Promise.race([stop, replaced]);
    service.startDraining();
    await Promise.race([sleep(config.drainMs), replaced]);
    return 0;
  } finally {
    watch?.stop();
    metricsServer.close();
    metricsServer.closeAllConnections();
    await closeInTime(service);
    await database.close();
    if (isStopping) service?.app.log.info({}, "stopped");
  }
}

function openServiceDatabase(
  { config: { databaseUrl, dataDir }, terminal }: Invocation,
  options: Pick<OpenOptions, "statementTimeoutMs" | "onRestart" | "onForeignUse">,
): Promise<Database> {
  const warn = (message: string): void => terminal.note(message);
  return openDatabase({ databaseUrl, dataDir, shared: false, warn, ...options });
}

/** Returns the settings of the service. */
function serviceSettingsOf(
  config: Invocation["config"],
): Omit<Parts, "database" | "clock" | "pepper" | "metrics" | "usage"> {
  const { redisUrl, connectorAddresses, identityProvider, logLevel, trustedProxies } = config;
  return {
    redisUrl,
    connectorAddresses,
    identityProvider,
    rulesFolder: rulesFolderOf(config.dataDir),
    analysis: { intervalMs: config.analysisIntervalMs, memoryMb: config.analysisMemoryMb },
    server: { logger: { level: logLevel }, trustedProxies },
  };
}

async function listen(service: Service, { host, port }: Invocation["config"]): Promise<string> {
  return service.app.listen({ host, port }).catch((error: Error) => {
    throw describePort(error, `port ${port} on ${host}`, "--port or PARAPET_PORT");
  });
}

const FOREVER = new Promise<never>(() => undefined);

/** Throws when the secret was replaced, once nothing is answered under the earlier one any more. */
async function endWhenReplaced(watch: SecretWatch, { app }: Service, config: Invocation["config"]): Promise<never> {
  await watch.replaced;
  stopAnswering(app);
  throw replacedSecret(config);
}

/** Closes the port and all connections, without waiting for requests in progress. */
function stopAnswering({ server }: Service["app"]): void {
  server.close();
  server.closeAllConnections();
}

/** Waits for open work up to a limit, then closes the remaining connections. */
async function closeInTime(service: Service | undefined): Promise<void> {
  await Promise.race([service?.close(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  service?.app.server.closeAllConnections();
}

/** Resolves with the first signal; a second one ends the process at once. */
async function awaitSignal(): Promise<NodeJS.Signals> {
  const signals = ["SIGTERM", "SIGINT"] as const;
  const first = await Promise.race(signals.map((signal) => once(process, signal).then(() => signal)));
  for (const signal of signals) process.once(signal, () => process.exit(1));
  return first;
}
