import { openRowIntake } from "../ingest/rows/row-intake.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { type Analyzer, type AnalyzerLog, createAnalyzer } from "../pipeline/analyze/analyzer.ts";
import { createAnalysisThread } from "../pipeline/analyze/thread/analysis-thread.ts";
import { createPolling, type Polling } from "../pipeline/poll/poll-connectors.ts";
import type { DetectorSource } from "../pipeline/rules/detector-source.ts";
import { createDomainDetectors, createInstalledDetectors } from "../pipeline/rules/installed-detectors.ts";
import { createWorkerThread } from "../pipeline/schedule/thread/worker-thread.ts";
import { createWorker, type Worker } from "../pipeline/schedule/worker.ts";
import { systemChance } from "../runtime/chance.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Metrics } from "../runtime/metrics.ts";
import type { Usage } from "../runtime/usage.ts";
import type { Database } from "../store/database/database.ts";
import { composePollParts } from "./poll-parts.ts";

export interface BackgroundParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly pepper: string;
  readonly metrics: Metrics;
  readonly log: AnalyzerLog;
  /** Rules of the installation and of its domains, in addition to the shipped rules. It need not exist. */
  readonly rulesFolder: string;
  /** Private addresses or CIDR blocks that connectors may reach. */
  readonly connectorAddresses: readonly string[];
  readonly analysis: AnalysisSettings;
  readonly usage: Pick<Usage, "isIdle">;
}

export interface AnalysisSettings {
  /** Undefined for a process that analyzes no domain. */
  readonly intervalMs: number | undefined;
  /** The limit of the heap of the thread that analyzes. */
  readonly memoryMb: number;
}

/** What a process does besides answering requests: it processes rows, polls connectors and analyzes domains. */
export interface BackgroundWork {
  readonly worker: Pick<Worker, "poke">;
  /** The detectors that the worker uses. */
  readonly detectors: Pick<DetectorSource, "rulesFor">;
  start(): void;
  stop(): Promise<void>;
}

export function composeBackgroundWork(parts: BackgroundParts): BackgroundWork {
  const { worker, detectors } = composeWorker(parts);
  const all = [worker, composePolling(parts, worker), composeAnalyzer(parts)];
  return {
    worker,
    detectors,
    start: () => {
      for (const work of all) work.start();
    },
    stop: async () => {
      await Promise.all(all.map((work) => work.stop()));
    },
  };
}

/** Creates the worker that turns rows into threats and cases. */
function composeWorker({ database, clock, metrics, log, rulesFolder, usage }: BackgroundParts) {
  // Requests do not wait for detectors in a thread. The embedded database serves one session at a time: a thread of the
  // detectors would wait for it as requests do.
  if (database.engine === "postgres" && database.link) {
    const link = database.link(INSTALLATION_ID);
    const worker = createWorkerThread({ link, rulesFolder, log, metrics, chance: systemChance });
    return { worker, detectors: worker };
  }
  const background = database.inBackground();
  const detectors = createInstalledDetectors({ database: background, rulesFolder, log, metrics });
  const detectorsFor = createDomainDetectors(background, detectors);
  const isIdle = () => usage.isIdle();
  const worker = createWorker({
    database: background,
    clock,
    chance: systemChance,
    detectorsFor,
    log,
    metrics,
    isIdle,
  });
  return { worker, detectors };
}

/** Creates the poller of all domains' connectors. */
function composePolling(parts: BackgroundParts, worker: Pick<Worker, "poke">): Polling {
  const { clock, pepper, log, metrics, connectorAddresses: addresses } = parts;
  const database = parts.database.inBackground();
  const pollParts = { ...composePollParts({ clock, pepper, addresses }), intake: openRowIntake(database) };
  return createPolling({ ...pollParts, database, log, metrics, onRows: (domainId) => worker.poke(domainId) });
}

/** Creates the analyzer that computes personas, NHIs and drift of all domains, in a thread of its own. */
function composeAnalyzer({ analysis: { intervalMs, memoryMb }, ...parts }: BackgroundParts): Analyzer {
  if (intervalMs === undefined) return { start: () => undefined, stop: async () => undefined };
  const { clock, log, metrics } = parts;
  const database = parts.database.inBackground();
  const thread = database.link && createAnalysisThread({ link: database.link, memoryMb });
  const runPhases = thread?.runPhases;
  return createAnalyzer({ database, clock, log, metrics, intervalMs, chance: systemChance, thread, runPhases });
}
