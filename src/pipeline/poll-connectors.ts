import type { PipelineMetrics } from "../runtime/metrics.ts";
import { listDueConnectors } from "../store/connector-settings.ts";
import type { Database } from "../store/database.ts";
import { listDomains } from "../store/domains.ts";
import { type PollParts, type PollReport, pollConnector } from "./poll-connector.ts";

export interface PollingLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface PollingParts extends Omit<PollParts, "signal"> {
  readonly database: Database;
  readonly log: PollingLog;
  readonly metrics?: PipelineMetrics | undefined;
  /** Told when a domain has new rows. */
  readonly onRows?: (domainId: string) => void;
}

/** Polls every connector when it is due. Several of them, in as many processes, share the work and never double it. */
export interface Polling {
  start(): void;
  /** Ends what is under way at the next page. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 5_000;
/** Polls at once in this process; most of the time they wait for the other side. */
const MAX_RUNNING = 4;

export function createPolling(parts: PollingParts): Polling {
  const stop = new AbortController();
  const running = new Map<string, Promise<void>>();
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const poll = async (domainId: string, connectorType: string): Promise<void> => {
    const facts = { domain: domainId, connector: connectorType };
    try {
      const report = await pollConnector(
        { ...parts, signal: stop.signal },
        parts.database.forDomain(domainId),
        connectorType,
      );
      if (!report) return;
      parts.metrics?.countPoll(connectorType, report.ok);
      parts.metrics?.countDelivered("pull", report);
      if (report.accepted > 0) parts.onRows?.(domainId);
      tellReport(parts.log, facts, report);
    } catch (error) {
      parts.metrics?.countPoll(connectorType, false);
      parts.log.warn({ ...facts, err: (error as Error).message }, "a poll could not be recorded");
    }
  };
  const begin = (domainId: string, connectorType: string): void => {
    const key = `${domainId} ${connectorType}`;
    if (running.has(key) || running.size >= MAX_RUNNING) return;
    running.set(
      key,
      poll(domainId, connectorType).finally(() => running.delete(key)),
    );
  };
  const look = async (): Promise<void> => {
    for (const { domainId } of await listDomains(parts.database.system)) {
      if (stop.signal.aborted || running.size >= MAX_RUNNING) return;
      const due = await listDueConnectors(parts.database.forDomain(domainId), parts.clock());
      for (const connectorType of due) begin(domainId, connectorType);
    }
  };
  const lookAgain = (): void => {
    looking = look()
      .catch((error: Error) => parts.log.warn({ err: error.message }, "connectors could not be looked at"))
      .finally(() => {
        if (!stop.signal.aborted) timer = setTimeout(lookAgain, LOOK_EVERY_MS).unref();
      });
  };
  return {
    start: lookAgain,
    stop: async () => {
      stop.abort();
      clearTimeout(timer);
      await looking;
      await Promise.all(running.values());
    },
  };
}

function tellReport(log: PollingLog, facts: object, { leftOut, ...report }: PollReport): void {
  for (const one of leftOut) {
    const message = one.line === null ? "a connector left something out" : "a connector's row was not understood";
    log.warn({ ...facts, ...one }, message);
  }
  if (!report.ok) log.warn({ ...facts, ...report }, "a connector failed");
  else if (report.accepted + report.rejected > 0) log.info({ ...facts, ...report }, "a connector delivered");
}
