import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The metrics of the process. Labels never contain a path, a key or a domain. */
export interface Metrics extends PipelineMetrics {
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  countCache(hit: boolean): void;
  countRefusal(code: string): void;
  countEngineRestart(): void;
  countLimiterFallback(): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** The metrics of rows, from delivery to threat event. */
export interface PipelineMetrics {
  /** Counts rows and directory objects that a caller sent (`push`) or a connector fetched (`pull`). */
  countDelivered(way: "push" | "pull", delivered: Delivered): void;
  countPoll(connectorType: string, ok: boolean): void;
  countBatch(rows: number, threats: number): void;
  countFailedBatch(): void;
  /** Counts rows that are not analyzed because they cannot be. */
  countSetAside(rows: number): void;
  /** Counts rows whose retention is over. */
  countRemoved(rows: number): void;
  countDetectorFailure(): void;
  countRefusedRules(rules: number): void;
  /** Counts a run of the analysis of a domain, and the results that it computed, by kind. */
  countAnalysis(outcome: string, seconds: number, computed: Readonly<Record<string, number>>): void;
}

export interface Delivered {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
}

const ANALYSIS_BUCKETS = [0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600, 1_800];
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** What waits for the pipeline, in all domains; NaN if it is unknown. */
export interface Backlog {
  /** Rows that wait for the detectors. */
  readonly rows: number;
  /** Subjects that wait to be judged. */
  readonly subjects: number;
}

/** How often the delay of the event loop is sampled. The default of 10 ms was half of what an idle server cost. */
const LAG_SAMPLE_MS = 100;

/** Creates the metrics. */
export function createMetrics(
  version: string,
  waitingForDatabase: () => number,
  countBacklog?: () => Promise<Backlog>,
): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  const requests = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "How long requests took to answer.",
    labelNames: ["http_request_method", "http_route", "http_response_status_code"],
    buckets: BUCKETS,
    registers,
  });
  const counter: NewCounter = (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers });
  const cache = counter("parapet_page_cache_total", "Lookups in the page cache.", ["result"]);
  const refusals = counter("parapet_refused_total", "Requests answered with an error, by error code.", ["error"]);
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
  if (countBacklog) {
    new Gauge({
      name: "parapet_rows_waiting",
      help: "Rows of all domains that wait for the detectors, up to the counting limit.",
      registers,
      async collect() {
        this.set((await countBacklog()).rows);
      },
    });
    new Gauge({
      name: "parapet_subjects_waiting",
      help: "Subjects of all domains with new findings that wait to be judged, up to the counting limit.",
      registers,
      async collect() {
        this.set((await countBacklog()).subjects);
      },
    });
  }
  new Gauge({ name: "parapet_build_info", help: "Always 1.", labelNames: ["version"], registers }).set({ version }, 1);
  return {
    ...pipelineMetrics(counter),
    countAnalysis: analysisMetrics(counter, registers),
    observeRequest: (method, route, status, seconds) => requests.labels(method, route, String(status)).observe(seconds),
    countCache: (hit) => cache.labels(hit ? "hit" : "miss").inc(),
    countRefusal: (code) => refusals.labels(code).inc(),
    countEngineRestart: () => restarts.inc(),
    countLimiterFallback: () => fallbacks.inc(),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

type NewCounter = (name: string, help: string, labelNames?: string[]) => Counter;

function analysisMetrics(counter: NewCounter, registers: Registry[]): PipelineMetrics["countAnalysis"] {
  const runs = counter("parapet_analysis_runs_total", "Runs of the analysis of a domain, by outcome.", ["outcome"]);
  const identities = counter("parapet_analysis_results_total", "Results that the analysis computed, by kind.", [
    "kind",
  ]);
  const seconds = new Histogram({
    name: "parapet_analysis_duration_seconds",
    help: "How long runs of the analysis took.",
    buckets: ANALYSIS_BUCKETS,
    registers,
  });
  return (outcome, took, computed) => {
    runs.labels(outcome).inc();
    seconds.observe(took);
    for (const [kind, count] of Object.entries(computed)) identities.labels(kind).inc(count);
  };
}

function pipelineMetrics(counter: NewCounter): Omit<PipelineMetrics, "countAnalysis"> {
  const delivered = counter("parapet_delivered_total", "Rows and directory objects delivered, by way and result.", [
    "way",
    "result",
  ]);
  const polls = counter("parapet_connector_polls_total", "Polls of connectors.", ["connector", "result"]);
  const rows = counter("parapet_rows_processed_total", "Rows that the detectors have processed.");
  const threats = counter("parapet_threats_total", "Threat events created or changed.");
  const failed = counter("parapet_batches_failed_total", "Batches of rows that failed and are retried.");
  const aside = counter("parapet_rows_set_aside_total", "Rows that cannot be analyzed and were set aside.");
  const removed = counter("parapet_rows_removed_total", "Rows that were removed because their retention was over.");
  const detectors = counter("parapet_detector_failures_total", "Failures of a detector on a batch of rows.");
  const refused = counter("parapet_rules_refused_total", "Rules that were refused when they were loaded.");
  return {
    countDelivered: (way, { accepted, duplicates, rejected }) => {
      delivered.labels(way, "accepted").inc(accepted);
      delivered.labels(way, "duplicate").inc(duplicates);
      delivered.labels(way, "rejected").inc(rejected);
    },
    countPoll: (connectorType, ok) => polls.labels(connectorType, ok ? "ok" : "failed").inc(),
    countBatch: (worked, made) => {
      rows.inc(worked);
      threats.inc(made);
    },
    countFailedBatch: () => failed.inc(),
    countSetAside: (count) => aside.inc(count),
    countRemoved: (count) => removed.inc(count),
    countDetectorFailure: () => detectors.inc(),
    countRefusedRules: (count) => refused.inc(count),
  };
}
