import { setImmediate as yieldToOthers } from "node:timers/promises";
import { monotonicMs } from "../../runtime/clock.ts";
import type { PipelineMetrics } from "../../runtime/metrics.ts";
import { createPause } from "../../runtime/pause.ts";
import { type AnalysisCandidate, listAnalysisCandidates } from "../../store/analysis/analysis-candidates.ts";
import { createRotation } from "../../store/domains/domain-rotation.ts";
import type { Domain } from "../../store/domains/domains.ts";
import { type AnalysisParts, analyzeDomain } from "./analyze-domain.ts";
import { dueSince } from "./due-since.ts";
import { startOfDay } from "./evaluation-day.ts";
import { LeaseLost } from "./lease-keeper.ts";
import type { AnalysisThread } from "./thread/analysis-thread.ts";

export interface AnalyzerLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface AnalyzerParts extends AnalysisParts {
  readonly log: AnalyzerLog;
  readonly metrics?: PipelineMetrics | undefined;
  /** The time between two runs of a domain on the same evaluation day. */
  readonly intervalMs: number;
  /** The thread that `runPhases` uses; it is ended while no domain is due. */
  readonly thread?: Pick<AnalysisThread, "end"> | undefined;
}

/**
 * Analyzes every domain when it is due, one at a time. Several processes share the domains; none is analyzed by two at a
 * time.
 */
export interface Analyzer {
  start(): void;
  /** Stops the running phase at its next step and waits for it. */
  stop(): Promise<void>;
}

const POLL_MS = 5_000;
/** How many domains one poll asks; the next poll continues with the others. */
const DOMAINS_PER_POLL = { embedded: 100, postgres: 200 };

export function createAnalyzer(parts: AnalyzerParts): Analyzer {
  const { database, clock, log, intervalMs } = parts;
  const pause = createPause();
  const rotation = createRotation(database);
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const dueAt = (candidate: AnalysisCandidate): Date | undefined => dueSince(candidate, clock(), intervalMs);

  /** Lists those of the next domains that are due, longest due first. */
  const listDue = async (): Promise<readonly Domain[]> => {
    const due: { readonly domain: Domain; readonly since: Date }[] = [];
    const asked = await rotation.next(DOMAINS_PER_POLL[database.engine]);
    for (const candidate of await listAnalysisCandidates(database.system, asked, clock())) {
      const [domain, since] = [await rotation.find(candidate.domainId), dueAt(candidate)];
      if (domain && since) due.push({ domain, since });
    }
    return due.sort((a, b) => a.since.getTime() - b.since.getTime()).map(({ domain }) => domain);
  };
  /** Returns whether a domain is still due: another process may have analyzed it since it was listed. */
  const isStillDue = async ({ domainId }: Domain): Promise<boolean> => {
    const [candidate] = await listAnalysisCandidates(database.system, [domainId], clock());
    return candidate !== undefined && dueAt(candidate) !== undefined;
  };
  const analyzeDue = async (): Promise<void> => {
    try {
      for (const domain of await listDue()) {
        if (isStopped) return;
        if (await isStillDue(domain)) await analyze(parts, domain, () => isStopped);
        await yieldToOthers();
      }
    } finally {
      await parts.thread?.end();
    }
  };
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      await analyzeDue().catch((error: Error) =>
        log.warn({ err: error.message }, "the domains due for analysis could not be listed"),
      );
      await pause.wait(POLL_MS);
    }
  };
  return {
    start: () => {
      running = loop();
    },
    stop: async () => {
      isStopped = true;
      pause.end();
      await running;
    },
  };
}

/** Analyzes one domain and logs the result; a failure is logged and recorded, and the domain retried with backoff. */
async function analyze(parts: AnalyzerParts, { domainId, name }: Domain, isStopped: () => boolean): Promise<void> {
  const { log, metrics } = parts;
  const startedAt = monotonicMs();
  const seconds = (): number => Math.round(monotonicMs() - startedAt) / 1_000;
  let phase: string | undefined;
  const onPhase = (entered: string): void => {
    phase = entered;
  };
  try {
    const report = await analyzeDomain(parts, domainId, { isStopped, onPhase });
    if (!report) return;
    const { outcome, day, counts, failure } = report;
    metrics?.countAnalysis(outcome, seconds(), counts);
    const date = startOfDay(day).toISOString().slice(0, 10);
    log.info({ domain: name, day: date, outcome, seconds: seconds(), ...counts }, "a domain was analyzed");
    if (failure) log.warn({ domain: name, failed: counts["failed"], err: failure }, "identities could not be analyzed");
  } catch (error) {
    const outcome = error instanceof LeaseLost ? "interrupted" : "failed";
    metrics?.countAnalysis(outcome, seconds(), {});
    log.warn({ domain: name, phase, err: (error as Error).message }, "the analysis of a domain failed");
  }
}
