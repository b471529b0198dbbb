import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What the process counts about itself. Labels never carry a path, a key or a domain. */
export interface Metrics {
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  countCache(hit: boolean): void;
  countRefusal(code: string): void;
  countEngineRestart(): void;
  countLimiterFallback(): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export function createMetrics(version: string, waitingForDatabase: () => number): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "How long requests took to answer.",
    labelNames: ["http_request_method", "http_route", "http_response_status_code"],
    buckets: BUCKETS,
    registers,
  });
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const cache = counter("parapet_page_cache_total", "Answers looked for in the page cache.", ["result"]);
  const refusals = counter("parapet_refused_total", "Requests refused at the door, by error code.", ["error"]);
  const restarts = counter("parapet_engine_restarts_total", "Times the embedded database had to be reopened.");
  const fallbacks = counter("parapet_limiter_fallback_total", "Times limits fell back from Redis to this process.");
  new Gauge({
    name: "parapet_database_waiting",
    help: "Requests waiting for a database connection.",
    registers,
    collect() {
      this.set(waitingForDatabase());
    },
  });
  new Gauge({ name: "parapet_build_info", help: "Always 1.", labelNames: ["version"], registers }).set({ version }, 1);
  return {
    observeRequest: (method, route, status, seconds) => requests.labels(method, route, String(status)).observe(seconds),
    countCache: (hit) => cache.labels(hit ? "hit" : "miss").inc(),
    countRefusal: (code) => refusals.labels(code).inc(),
    countEngineRestart: () => restarts.inc(),
    countLimiterFallback: () => fallbacks.inc(),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}
