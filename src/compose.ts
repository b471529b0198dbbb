import { createServer as createHttpServer, type IncomingMessage, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { Redis } from "ioredis";
import { createDomainState } from "./access/domain-state.ts";
import { createGatekeeper } from "./access/gatekeeper.ts";
import { callerOf, createKeyProver } from "./access/key-prover.ts";
import { createKeyUses } from "./access/key-uses.ts";
import { createSessionGuard } from "./access/session-guard.ts";
import { createVersionReader } from "./access/version-reader.ts";
import type { AdminPolls } from "./admin/admin-plane.ts";
import { mountAdmin } from "./admin/mount-admin.ts";
import { createIdentityProvider, type IdentityProvider } from "./admin/oidc/identity-provider.ts";
import { mountPublicApi } from "./api/routes.ts";
import { isFedByPush } from "./connectors/fed-by-push.ts";
import { createAddressRules } from "./connectors/http/address-rules.ts";
import { findPullConnector } from "./connectors/pull-connectors.ts";
import { ADMIN_BASE_PATH } from "./contract/admin/admin-endpoint.ts";
import { adminEndpoints } from "./contract/admin/admin-endpoints.ts";
import { BASE_PATH } from "./contract/endpoints.ts";
import { INGEST_BASE_PATH } from "./contract/ingest.ts";
import { ADMIN_RATE_LIMITS, type AdminRateLimits, RATE_LIMITS, type RateLimits } from "./contract/rate-limits.ts";
import { CONSOLE_FOLDER, mountConsole } from "./http/console/console.ts";
import { reportForwarded } from "./http/edge/forwarded-headers.ts";
import { createReadiness, READINESS_TIMES } from "./http/edge/readiness.ts";
import { createSerializer } from "./http/edge/serialize-by-name.ts";
import { createSlots, SLOT_LIMITS } from "./http/edge/slots.ts";
import { mountHealth } from "./http/health.ts";
import { observeRequests } from "./http/observe.ts";
import { createPageCache } from "./http/page-cache.ts";
import type { Limiter } from "./http/rate-limit/limiter.ts";
import { createMemoryLimiter } from "./http/rate-limit/memory-limiter.ts";
import { createRedisLimiter } from "./http/rate-limit/redis-limiter.ts";
import { mountDocumentation } from "./http/reference/documentation.ts";
import { createServer, DEFAULT_SERVER_OPTIONS, type ServerOptions } from "./http/server.ts";
import { openRowIntake } from "./ingest/rows/row-intake.ts";
import type { IdentityProviderSettings } from "./model/identity-provider.ts";
import { type Analyzer, type AnalyzerParts, createAnalyzer } from "./pipeline/analyze/analyzer.ts";
import { createAnalysisThread } from "./pipeline/analyze/thread/analysis-thread.ts";
import { openSettings } from "./pipeline/poll/open-settings.ts";
import type { PollParts } from "./pipeline/poll/poll-connector.ts";
import { createPolling, type Polling, type PollingParts } from "./pipeline/poll/poll-connectors.ts";
import { testConnector } from "./pipeline/poll/test-connector.ts";
import { createDetectorSource, type DetectorSource } from "./pipeline/rules/detector-source.ts";
import {
  createDomainDetectors,
  createInstalledDetectors,
  type InstalledDetectorParts,
} from "./pipeline/rules/installed-detectors.ts";
import { createHousekeeping } from "./pipeline/schedule/housekeeping.ts";
import {
  createWorkerThread,
  type WorkerThread,
  type WorkerThreadParts,
} from "./pipeline/schedule/thread/worker-thread.ts";
import { createWorker, type Worker } from "./pipeline/schedule/worker.ts";
import type { WorkerMetrics } from "./pipeline/schedule/worker-parts.ts";
import { createBackpressure, PRESSURE_LIMITS, type PressureLimits } from "./push/backpressure.ts";
import { mountIngest } from "./push/routes.ts";
import { createAccessTokens } from "./runtime/access-token.ts";
import { systemChance } from "./runtime/chance.ts";
import { type Clock, monotonicMs } from "./runtime/clock.ts";
import { createSealer } from "./runtime/encryption.ts";
import type { Metrics } from "./runtime/metrics.ts";
import { systemSleep } from "./runtime/sleep.ts";
import type { Usage } from "./runtime/usage.ts";
import { SEALING_PURPOSE } from "./store/connectors/connector-settings.ts";
import type { Database } from "./store/database/database.ts";
import { addForwardingPeer } from "./store/installation/forwarding-peers.ts";

export interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly pepper: string;
  readonly metrics: Metrics;
  readonly redisUrl?: string | undefined;
  readonly limits?: RateLimits;
  readonly adminLimits?: AdminRateLimits;
  readonly server?: Partial<ServerOptions>;
  readonly cacheBytes?: number;
  readonly pressure?: PressureLimits;
  /** The folder of the built console, if it is not beside the compiled server. */
  readonly consoleFolder?: URL;
  /** Private addresses or CIDR blocks that connectors may reach. */
  readonly connectorAddresses?: readonly string[];
  /** The OpenID provider that people sign in with, beside passwords. */
  readonly identityProvider?: IdentityProviderSettings | undefined;
  /** Called with a domain that has new rows, after they are stored. */
  readonly onRows?: (domainId: string) => void;
  /** The detectors that are listed; only the shipped ones if absent. */
  readonly detectors?: Pick<DetectorSource, "rulesFor">;
  /** Every request that reaches a route begins a use, except health checks: a probe every second is no reason for short batches. */
  readonly usage?: Usage;
}

export interface Service {
  readonly app: FastifyInstance;
  /** Makes `/readyz` answer 503, so that load balancers stop sending requests; requests are still served. */
  startDraining(): void;
  close(): Promise<void>;
}

const CACHE_BYTES = 64 * 1_048_576;
const HOUSEKEEPING_MS = 60_000;

/** Wires all parts of the server together. */
export function composeService(parts: Parts): Service {
  const { database, clock, metrics } = parts;
  const serverOptions = { ...DEFAULT_SERVER_OPTIONS, ...parts.server };
  const slots = createSlots({ ...SLOT_LIMITS, total: serverOptions.maxInFlight });
  const limiter = composeLimiter(parts);
  const prover = createKeyProver({ database, pepper: parts.pepper, limiter });
  const callerName = ({ headers }: IncomingMessage) => callerOf(prover, headers);
  const app = createServer(serverOptions, slots, callerName, (code) => metrics.countRefusal(code));
  let draining = false;
  app.addHook("onRequest", async ({ routeOptions: { config } }, reply) => {
    if (draining) reply.header("connection", "close");
    if (parts.usage && config.slot !== "none") reply.raw.once("close", parts.usage.begin());
  });
  observe(app, parts, serverOptions);
  const readiness = createReadiness({ check: () => database.ping(), ...READINESS_TIMES });
  mountHealth(app, { readiness, isDraining: () => draining });
  mountDocumentation(app, BASE_PATH);
  mountConsole(app, parts.consoleFolder ?? CONSOLE_FOLDER);
  const uses = createKeyUses(database.inBackground());
  const [versions, state] = [createVersionReader(database), createDomainState(database)];
  const shared = { database, clock, limiter, slots, versions, state };
  const guard = createGatekeeper({ ...shared, prover, limits: parts.limits ?? RATE_LIMITS, uses });
  const cache = createPageCache(parts.cacheBytes ?? CACHE_BYTES);
  const apiParts = { app, guard, slots, compressing: createSerializer(), cache, clock, onCache: metrics.countCache };
  mountPublicApi({ ...apiParts, basePath: BASE_PATH });
  const tokens = createAccessTokens(parts.pepper);
  mountAdmin({
    plane: {
      ...apiParts,
      guard: createSessionGuard({ ...shared, tokens, limits: parts.adminLimits ?? ADMIN_RATE_LIMITS }),
      basePath: ADMIN_BASE_PATH,
    },
    tokens,
    limiter,
    secret: parts.pepper,
    hashing: createSerializer(MAX_WAITING_HASHES),
    storeKeyUses: uses.flush,
    polls: composeAdminPolls(parts),
    rulesFor: (parts.detectors ?? createDetectorSource({ folder: undefined, log: app.log })).rulesFor,
    identityProvider: composeIdentityProvider(parts),
  });
  mountIngest(
    { ...apiParts, basePath: INGEST_BASE_PATH },
    {
      intake: openRowIntake(database),
      pressure: createBackpressure(parts.pressure ?? PRESSURE_LIMITS, monotonicMs),
      isFedByPush,
      onRows: parts.onRows,
      metrics,
    },
  );
  const runHousekeeping = createHousekeeping({ database: database.inBackground(), clock: parts.clock, log: app.log });
  const housekeeping = setInterval(() => {
    uses
      .flush()
      .then(runHousekeeping)
      .catch((error: Error) => app.log.warn({ err: error.message }, "housekeeping failed"));
  }, HOUSEKEEPING_MS).unref();
  return {
    app,
    startDraining: () => {
      draining = true;
    },
    close: async () => {
      clearInterval(housekeeping);
      await app.close();
      await limiter.close();
      await uses.flush().catch(() => undefined);
    },
  };
}

/** Logs and measures requests, and reports forwarded headers of untrusted addresses. */
function observe(app: FastifyInstance, { database, clock, metrics }: Parts, { trustedProxies }: ServerOptions): void {
  observeRequests(app, metrics);
  const { system } = database.inBackground();
  reportForwarded(app, { trustedProxies, clock, record: (address, at) => addForwardingPeer(system, address, at) });
}

function composeLimiter({ redisUrl, metrics }: Parts): Limiter {
  const memory = createMemoryLimiter(monotonicMs);
  if (!redisUrl) return memory;
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 0, enableOfflineQueue: false, lazyConnect: false });
  // Without a listener a lost connection would end the process; the limiter handles it.
  redis.on("error", () => undefined);
  return createRedisLimiter(redis, memory, () => metrics.countLimiterFallback());
}

function composeIdentityProvider({ identityProvider: settings }: Parts): IdentityProvider | undefined {
  return settings && createIdentityProvider(settings, ADMIN_BASE_PATH + adminEndpoints.finishOidc.path, monotonicMs);
}

/** Creates the source of the detectors of every domain. */
export function composeDetectors(parts: InstalledDetectorParts): DetectorSource {
  return createInstalledDetectors({ ...parts, database: parts.database.inBackground() });
}

export interface WorkerSettings extends InstalledDetectorParts {
  readonly clock: Clock;
  readonly metrics?: WorkerMetrics | undefined;
  /** Made from the rules folder if absent. */
  readonly detectors?: DetectorSource;
  /** Whether nobody is using the service at the moment. */
  readonly isIdle?: () => boolean;
}

/** Creates the worker that turns rows into threats and cases, in this thread. */
export function composeWorker(settings: WorkerSettings): Worker {
  const { clock, log, metrics, isIdle, detectors = composeDetectors(settings) } = settings;
  const database = settings.database.inBackground();
  const detectorsFor = createDomainDetectors(database, detectors);
  return createWorker({ database, clock, chance: systemChance, detectorsFor, log, metrics, isIdle });
}

/** Creates the same worker in a thread of its own, with its own connections to PostgreSQL. */
export function composeWorkerThread(settings: Omit<WorkerThreadParts, "chance">): WorkerThread {
  return createWorkerThread({ ...settings, chance: systemChance });
}

export interface AnalyzerSettings extends Pick<AnalyzerParts, "database" | "clock" | "log" | "metrics"> {
  readonly intervalMs: number | undefined;
  /** The limit of the heap of the thread that analyzes. */
  readonly memoryMb: number;
}

/**
 * Creates the analyzer that computes personas, NHIs and drift of all domains, in a thread of its own; without an
 * interval it does nothing.
 */
export function composeAnalyzer({ intervalMs, memoryMb, ...parts }: AnalyzerSettings): Analyzer {
  if (intervalMs === undefined) return { start: () => undefined, stop: async () => undefined };
  const database = parts.database.inBackground();
  const thread = database.link && createAnalysisThread({ link: database.link, memoryMb });
  const runPhases = thread?.runPhases;
  return createAnalyzer({ ...parts, intervalMs, database, chance: systemChance, thread, runPhases });
}

export interface ConnectorParts {
  readonly clock: Clock;
  readonly pepper: string;
  /** Private addresses or CIDR blocks that connectors may reach. */
  readonly addresses: readonly string[];
}

/** Creates what a poll of a connector needs from its environment. */
export function composePollParts({ clock, pepper, addresses }: ConnectorParts): PollParts {
  return {
    clock,
    chance: systemChance,
    sleep: systemSleep,
    sealer: createSealer(pepper, SEALING_PURPOSE),
    addresses: createAddressRules(addresses),
    findConnector: findPullConnector,
  };
}

/** About a second of work; further sign-ins are refused, so that they do not use up the slots of unknown callers. */
const MAX_WAITING_HASHES = 32;

/** Less than the limit of the request that waits for it. */
const CONNECTOR_TEST_MS = 20_000;

function composeAdminPolls({ clock, pepper, connectorAddresses: addresses = [] }: Parts): AdminPolls {
  const parts = composePollParts({ clock, pepper, addresses });
  return {
    open: (db, connector, stored) => openSettings(connector, stored, parts.sealer, db.domainId),
    test: (db, connector) => testConnector(parts, db, connector, { timeoutMs: CONNECTOR_TEST_MS }),
  };
}

/** Creates the poller of all domains' connectors. */
export function composePolling(
  parts: ConnectorParts & Pick<PollingParts, "database" | "log" | "onRows" | "metrics">,
): Polling {
  const { log, onRows, metrics } = parts;
  const database = parts.database.inBackground();
  const pollParts = { ...composePollParts(parts), intake: openRowIntake(database) };
  return createPolling({ ...pollParts, database, log, metrics, ...(onRows && { onRows }) });
}

/** Creates the server of Prometheus metrics, on an address of its own so that they are never public by accident. */
export function composeMetricsServer(metrics: Metrics): Server {
  return createHttpServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
