import type { PipelineMetrics } from "../../runtime/metrics.ts";
import { type DueConnector, listDueConnectors } from "../../store/connectors/connector-settings.ts";
import type { Database } from "../../store/database/database.ts";
import { createRotation } from "../../store/domains/domain-rotation.ts";
import { type PollParts, type PollReport, pollConnector } from "./poll-connector.ts";

export interface PollingLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface PollingParts extends Omit<PollParts, "signal"> {
  readonly database: Database;
  readonly log: PollingLog;
  readonly metrics?: PipelineMetrics | undefined;
  /** Called when a domain has new rows. */
  readonly onRows?: (domainId: string) => void;
}

/** Polls every connector when it is due. Several processes share the connectors; none is polled by two at a time. */
export interface Polling {
  start(): void;
  /** Stops each running poll at its next page and waits for it. */
  stop(): Promise<void>;
}

const LIST_EVERY_MS = 5_000;
/** How many domains one listing asks; the next one continues with the others. */
const DOMAINS_PER_LISTING = 200;
/**
 * How many polls run at once in this process; most of the time they wait for the remote side. One domain, and all
 * connectors whose last poll failed, get only some of the slots.
 */
const SLOTS = 16;
const SLOTS_PER_DOMAIN = 4;
const SLOTS_FOR_FAILING = 8;

export function createPolling(parts: PollingParts): Polling {
  const stop = new AbortController();
  const running = new Map<string, { readonly due: DueConnector; readonly done: Promise<void> }>();
  const rotation = createRotation(parts.database);
  let listing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  /** Due connectors without a slot, longest due first. */
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
      parts.log.warn({ ...facts, err: (error as Error).message }, "a poll result could not be stored");
    }
  };
  const hasSlot = ({ domainId, isFailing }: DueConnector): boolean => {
    const taken = [...running.values()].map(({ due }) => due);
    if (taken.length >= SLOTS) return false;
    if (taken.filter((other) => other.domainId === domainId).length >= SLOTS_PER_DOMAIN) return false;
    return !isFailing || taken.filter((other) => other.isFailing).length < SLOTS_FOR_FAILING;
  };
  const begin = (due: DueConnector): void => {
    const key = `${due.domainId} ${due.connectorType}`;
    if (running.has(key)) return;
    const done = poll(due).finally(() => {
      running.delete(key);
      fillSlots();
    });
    running.set(key, { due, done });
  };
  const fillSlots = (): void => {
    const left: DueConnector[] = [];
    for (const due of stop.signal.aborted ? [] : waiting) {
      if (hasSlot(due)) begin(due);
      else left.push(due);
    }
    waiting = left;
  };
  const listDue = async (): Promise<void> => {
    const asked = await rotation.next(DOMAINS_PER_LISTING);
    const due = await listDueConnectors(parts.database.system, asked, parts.clock());
    // Those of other domains keep waiting; those of the domains asked are due now or not at all.
    const others = waiting.filter(({ domainId }) => !asked.includes(domainId));
    waiting = [...others, ...due].sort((a, b) => a.dueSince.getTime() - b.dueSince.getTime());
    fillSlots();
  };
  const schedule = (): void => {
    listing = listDue()
      .catch((error: Error) => parts.log.warn({ err: error.message }, "due connectors could not be listed"))
      .finally(() => {
        if (!stop.signal.aborted) timer = setTimeout(schedule, LIST_EVERY_MS).unref();
      });
  };
  return {
    start: schedule,
    stop: async () => {
      stop.abort();
      clearTimeout(timer);
      await listing;
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

function printReport(log: PollingLog, facts: object, { skipped, ...report }: PollReport): void {
  for (const one of skipped) {
    const message = one.line === null ? "a connector skipped a file" : "a connector's line was rejected";
    log.warn({ ...facts, ...one }, message);
  }
  if (!report.ok) log.warn({ ...facts, ...report }, "a connector failed");
  else if (report.accepted + report.rejected > 0) log.info({ ...facts, ...report }, "a connector delivered");
}
