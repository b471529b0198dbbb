import { createServer as createHttpServer, type IncomingMessage, type Server } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Redis } from "ioredis";
import { createDomainState } from "./access/domain-state.ts";
import { createGatekeeper } from "./access/gatekeeper.ts";
import { callerOf, createKeyProver } from "./access/key-prover.ts";
import { createKeyUses, type KeyUses } from "./access/key-uses.ts";
import { createSessionGuard } from "./access/session-guard.ts";
import { createSessionMemory } from "./access/session-memory.ts";
import { createVersionReader } from "./access/version-reader.ts";
import type { AdminPolls } from "./admin/admin-plane.ts";
import { mountAdmin } from "./admin/mount-admin.ts";
import { createIdentityProvider, type IdentityProvider } from "./admin/oidc/identity-provider.ts";
import { mountPublicApi } from "./api/routes.ts";
import { type AnalysisSettings, composeBackgroundWork } from "./compose/background-work.ts";
import { composePollParts } from "./compose/poll-parts.ts";
import { isFedByPush } from "./connectors/fed-by-push.ts";
import { ADMIN_BASE_PATH } from "./contract/admin/admin-endpoint.ts";
import { adminEndpoints } from "./contract/admin/admin-endpoints.ts";
import { BASE_PATH } from "./contract/endpoints.ts";
import { INGEST_BASE_PATH } from "./contract/ingest.ts";
import { ADMIN_RATE_LIMITS, type AdminRateLimits, RATE_LIMITS, type RateLimits } from "./contract/rate-limits.ts";
import { CONSOLE_FOLDER, mountConsole } from "./http/console/console.ts";
import { cleanForwardedFor, reportForwarded } from "./http/edge/forwarded-headers.ts";
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
import { openSettings } from "./pipeline/poll/open-settings.ts";
import { testConnector } from "./pipeline/poll/test-connector.ts";
import { createHousekeeping } from "./pipeline/schedule/housekeeping.ts";
import { createBackpressure, PRESSURE_LIMITS, type PressureLimits } from "./push/backpressure.ts";
import { mountIngest } from "./push/routes.ts";
import { createAccessTokens } from "./runtime/access-token.ts";
import { type Clock, monotonicMs } from "./runtime/clock.ts";
import type { Metrics } from "./runtime/metrics.ts";
import { createUsage, type Usage } from "./runtime/usage.ts";
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
  /** Rules of the installation and of its domains, in addition to the shipped rules. It need not exist. */
  readonly rulesFolder: string;
  readonly analysis: AnalysisSettings;
  /** Every request that reaches a route begins a use, except health checks: a probe every second is no reason for short batches. */
  readonly usage?: Usage;
}

/** One process of Parapet. */
export interface Service {
  readonly app: FastifyInstance;
  /** Starts the work in the background: processing rows, polling connectors, analyzing domains. */
  start(): void;
  /** Makes `/readyz` answer 503, so that load balancers stop sending requests; requests are still served. */
  startDraining(): void;
  close(): Promise<void>;
}

const CACHE_BYTES = 64 * 1_048_576;
const HOUSEKEEPING_MS = 60_000;

/** Connects all parts of a process. `serve`, the benchmarks and the tests call nothing else. */
export function composeService(parts: Parts): Service {
  const { database, clock, metrics, usage = createUsage() } = parts;
  const serverOptions = { ...DEFAULT_SERVER_OPTIONS, ...parts.server };
  const slots = createSlots({ ...SLOT_LIMITS, total: serverOptions.maxInFlight });
  const limiter = composeLimiter(parts);
  const prover = createKeyProver({ database, pepper: parts.pepper, limiter });
  const callerName = ({ headers }: IncomingMessage) => callerOf(prover, headers);
  const app = createServer(serverOptions, slots, callerName, (code) => metrics.countRefusal(code));
  let draining = false;
  app.addHook("onRequest", async ({ routeOptions: { config } }, reply) => {
    if (draining) reply.header("connection", "close");
    if (config.slot !== "none") reply.raw.once("close", usage.begin());
  });
  observe(app, parts, serverOptions);
  const readiness = createReadiness({ check: () => database.ping(), ...READINESS_TIMES });
  mountHealth(app, { readiness, isDraining: () => draining });
  mountDocumentation(app);
  mountConsole(app, parts.consoleFolder ?? CONSOLE_FOLDER);
  const connectorAddresses = parts.connectorAddresses ?? [];
  const work = composeBackgroundWork({ ...parts, usage, connectorAddresses, log: app.log });
  const uses = createKeyUses(database.inBackground());
  const [versions, state] = [createVersionReader(database), createDomainState(database)];
  const shared = { database, clock, limiter, slots, versions, state, sessions: createSessionMemory(limiter) };
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
    sessions: shared.sessions,
    limiter,
    secret: parts.pepper,
    hashing: createSerializer(MAX_WAITING_HASHES),
    storeKeyUses: uses.flush,
    polls: composeAdminPolls(parts),
    detectors: work.detectors,
    identityProvider: composeIdentityProvider(parts),
  });
  mountIngest(
    { ...apiParts, basePath: INGEST_BASE_PATH },
    {
      intake: openRowIntake(database),
      pressure: createBackpressure(parts.pressure ?? PRESSURE_LIMITS, monotonicMs),
      isFedByPush,
      onRows: (domainId) => work.worker.poke(domainId),
      metrics,
    },
  );
  const housekeeping = startHousekeeping(parts, uses, app.log);
  return {
    app,
    start: () => work.start(),
    startDraining: () => {
      draining = true;
    },
    close: async () => {
      clearInterval(housekeeping);
      await Promise.all([work.stop(), app.close()]);
      await limiter.close();
      await uses.flush().catch(() => undefined);
    },
  };
}

function startHousekeeping({ database, clock }: Parts, uses: KeyUses, log: FastifyBaseLogger): NodeJS.Timeout {
  const run = createHousekeeping({ database: database.inBackground(), clock, log });
  return setInterval(() => {
    uses
      .flush()
      .then(run)
      .catch((error: Error) => log.warn({ err: error.message }, "housekeeping failed"));
  }, HOUSEKEEPING_MS).unref();
}

/** Logs and measures requests, and reports forwarded headers of untrusted addresses. */
function observe(app: FastifyInstance, { database, clock, metrics }: Parts, { trustedProxies }: ServerOptions): void {
  observeRequests(app, metrics);
  const { system } = database.inBackground();
  reportForwarded(app, { trustedProxies, clock, record: (address, at) => addForwardingPeer(system, address, at) });
  // After the report, which is about what was sent.
  cleanForwardedFor(app);
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

/** About a second of work; further sign-ins are refused, so that they do not use up the slots of unknown callers. */
const MAX_WAITING_HASHES = 32;

/** Less than the limit of the request that waits for it. */
const CONNECTOR_TEST_MS = 20_000;

function composeAdminPolls({ clock, pepper, connectorAddresses: addresses = [] }: Parts): AdminPolls {
  const parts = composePollParts({ clock, pepper, addresses });
  return {
    addresses: parts.addresses,
    open: (db, connector, stored) => openSettings(connector, stored, parts.sealer, db.domainId),
    test: (db, connector) => testConnector(parts, db, connector, { timeoutMs: CONNECTOR_TEST_MS }),
  };
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
