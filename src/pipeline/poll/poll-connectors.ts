import type { PipelineMetrics } from "../../runtime/metrics.ts";
import { type DueConnector, listDueConnectors } from "../../store/connectors/connector-settings.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains } from "../../store/domains/domains.ts";
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
/** Domains that are asked in one statement. */
const ASKED_AT_ONCE = 200;
/**
 * Polls at once in this process: most of the time they wait for the other side. One domain has only some of the places,
 * and so have all connectors whose last poll failed, which may well wait in vain again.
 */
const PLACES = 16;
const PLACES_PER_DOMAIN = 4;
const PLACES_FOR_FAILING = 8;

export function createPolling(parts: PollingParts): Polling {
  const stop = new AbortController();
  const running = new Map<string, { readonly due: DueConnector; readonly done: Promise<void> }>();
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  /** Connectors that found no place at the last look, longest due first. */
  let waiting: readonly DueConnector[] = [];

  const poll = async ({ domainId, connectorType }: DueConnector): Promise<void> => {
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
      printReport(parts.log, facts, report);
    } catch (error) {
      parts.metrics?.countPoll(connectorType, false);
      parts.log.warn({ ...facts, err: (error as Error).message }, "a poll could not be recorded");
    }
  };
  const hasPlace = ({ domainId, isFailing }: DueConnector): boolean => {
    const taken = [...running.values()].map(({ due }) => due);
    if (taken.length >= PLACES) return false;
    if (taken.filter((other) => other.domainId === domainId).length >= PLACES_PER_DOMAIN) return false;
    return !isFailing || taken.filter((other) => other.isFailing).length < PLACES_FOR_FAILING;
  };
  const begin = (due: DueConnector): void => {
    const key = `${due.domainId} ${due.connectorType}`;
    if (running.has(key)) return;
    const done = poll(due).finally(() => {
      running.delete(key);
      fillPlaces();
    });
    running.set(key, { due, done });
  };
  const fillPlaces = (): void => {
    const left: DueConnector[] = [];
    for (const due of stop.signal.aborted ? [] : waiting) {
      if (hasPlace(due)) begin(due);
      else left.push(due);
    }
    waiting = left;
  };
  const look = async (): Promise<void> => {
    waiting = await listAllDue(parts);
    fillPlaces();
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
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** The due connectors of all domains, longest due first. */
async function listAllDue({ database, clock }: PollingParts): Promise<readonly DueConnector[]> {
  const ids = (await listDomains(database.system)).map(({ domainId }) => domainId);
  const due: DueConnector[] = [];
  for (let start = 0; start < ids.length; start += ASKED_AT_ONCE) {
    due.push(...(await listDueConnectors(database.system, ids.slice(start, start + ASKED_AT_ONCE), clock())));
  }
  return due.sort((a, b) => a.dueSince.getTime() - b.dueSince.getTime());
}

function printReport(log: PollingLog, facts: object, { skipped, ...report }: PollReport): void {
  for (const one of skipped) {
    const message = one.line === null ? "a connector left something out" : "a connector's row was not understood";
    log.warn({ ...facts, ...one }, message);
  }
  if (!report.ok) log.warn({ ...facts, ...report }, "a connector failed");
  else if (report.accepted + report.rejected > 0) log.info({ ...facts, ...report }, "a connector delivered");
}
