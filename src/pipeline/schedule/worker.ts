import { setImmediate as yieldToOthers } from "node:timers/promises";
import { backoffMs } from "../../runtime/backoff.ts";
import { monotonicMs } from "../../runtime/clock.ts";
import { createPause, type Pause } from "../../runtime/pause.ts";
import { inTurn } from "../../store/database/turn-lock.ts";
import { createRotation, type DomainRotation } from "../../store/domains/domain-rotation.ts";
import { listDomainsWithWork } from "../../store/rows/pending-rows.ts";
import { openRowPartitions } from "../../store/rows/row-partitions.ts";
import { createKnownActivity } from "../activity/known-activity.ts";
import { createKnownHits } from "../detect/known-hits.ts";
import { type DomainProgress, isUpkeepDue, newProgress, type TurnParts, takeTurn } from "./domain-turn.ts";
import { keepStatistics } from "./keep-statistics.ts";
import { createRecentDomains } from "./recent-domains.ts";
import { createTurnQueue } from "./turn-queue.ts";
import type { WorkerParts } from "./worker-parts.ts";

/** Turns rows into threats and cases as they arrive. Workers of several processes never process a row twice. */
export interface Worker {
  start(): void;
  /** Queues a domain that has new rows, so that they do not wait for the next poll. */
  poke(domainId: string): void;
  /** Stops after the running batches. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
/**
 * How many domains one poll checks for work; the next poll continues with the others. Those that had work a short time
 * ago are checked by every poll, up to a limit. What is delivered to the embedded database is known without a poll, unless a
 * command of another process delivered it.
 */
const DOMAINS_PER_POLL = { embedded: 20, postgres: 40 };
const RECENT_PER_POLL = 160;
const RECENT_MS = 60_000;
/** How many domains have a turn at the same time, so that a slow statement of one does not block all others. */
const LANES = { embedded: 1, postgres: 2 };
const PARTITIONS_EVERY_MS = 3_600_000;
const BACKOFF = { baseMs: 2 * POLL_MS, maxMs: 60_000 };

export function createWorker(parts: WorkerParts): Worker {
  return new TurnWorker(parts);
}

class TurnWorker implements Worker {
  private readonly parts: WorkerParts;
  private readonly queue = createTurnQueue();
  private readonly rotation: DomainRotation;
  private readonly progress = new Map<string, DomainProgress>();
  private readonly recent = createRecentDomains(RECENT_MS);
  private readonly turnParts: TurnParts;
  private readonly pollPause = createPause();
  private readonly lanePauses: readonly Pause[];
  private partitionsAt = 0;
  private isStopped = false;
  private running: Promise<unknown> = Promise.resolve();
  private statistics: Promise<void> = Promise.resolve();

  constructor(parts: WorkerParts) {
    const { database, log } = parts;
    const keep = keepStatistics(database);
    this.parts = parts;
    this.rotation = createRotation(database);
    this.lanePauses = Array.from({ length: LANES[database.engine] }, createPause);
    this.turnParts = {
      ...parts,
      knownHits: createKnownHits(),
      knownActivity: createKnownActivity(),
      partitions: openRowPartitions(database),
      isStopped: () => this.isStopped,
      isAlone: () => this.queue.isOnlyOne(),
      // Runs beside the turns, so that rows do not wait for it.
      onProcessed: (rows) => {
        this.statistics = this.statistics
          .then(() => keep(rows))
          .catch((error: Error) => log.warn({ err: error.message }, "the planner's statistics could not be refreshed"));
      },
    };
  }

  start(): void {
    this.running = Promise.all([this.poll(), ...this.lanePauses.map((pause) => this.runLane(pause))]);
  }

  poke(domainId: string): void {
    this.queue.add(domainId);
    this.wakeLanes();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.pollPause.end();
    this.wakeLanes();
    await this.running;
    await this.statistics;
  }

  private wakeLanes(): void {
    for (const pause of this.lanePauses) pause.end();
  }

  /** Queues domains that have work and were not poked, such as those with rows from another process. */
  private async poll(): Promise<void> {
    const { database, clock, chance, log } = this.parts;
    for (let failures = 0; !this.isStopped; ) {
      try {
        const next = await this.rotation.next(DOMAINS_PER_POLL[database.engine]);
        const asked = [...new Set([...next, ...this.recent.list(RECENT_PER_POLL)])];
        const found = await listDomainsWithWork(database.system, asked, clock());
        const withUpkeep = asked.filter((domainId) => isUpkeepDue(this.progressOf(domainId)));
        for (const domainId of [...found, ...withUpkeep]) this.queue.add(domainId);
        this.wakeLanes();
        await this.keepPartitions();
        failures = 0;
      } catch (error) {
        failures++;
        log.warn({ err: (error as Error).message }, "the domains could not be listed");
      }
      await this.pollPause.wait(failures > 0 ? backoffMs(failures, BACKOFF, chance) : POLL_MS);
    }
  }

  /** Adds the partitions of the coming days, and drops those of days that every domain has outlived. */
  private async keepPartitions(): Promise<void> {
    if (this.partitionsAt > monotonicMs()) return;
    this.partitionsAt = monotonicMs() + PARTITIONS_EVERY_MS;
    const now = this.parts.clock();
    const { partitions } = this.turnParts;
    try {
      await partitions.addExpected(now);
    } finally {
      // Also if no partition could be added: the disk must not fill.
      await partitions.dropOutlived(now);
    }
  }

  private async runLane(pause: Pause): Promise<void> {
    while (!this.isStopped) {
      const domainId = this.queue.take();
      if (domainId === undefined) {
        await pause.wait(POLL_MS);
        continue;
      }
      this.queue.end(domainId, await this.giveTurn(domainId));
      // Requests that arrived meanwhile are served before the next turn.
      await yieldToOthers();
    }
  }

  /** Returns whether the domain has more work. */
  private async giveTurn(domainId: string): Promise<boolean> {
    const own = this.progressOf(domainId);
    if (own.retryAt > monotonicMs()) return false;
    let name = domainId;
    try {
      const domain = await this.rotation.find(domainId);
      if (!domain) return false;
      name = domain.name;
      this.recent.add(domainId);
      // If another process has the domain, it finishes the rows that are there, and the next poll looks again.
      const isMore = await inTurn(this.parts.database, domainId, () => takeTurn(this.turnParts, domain, own));
      own.failures = 0;
      return isMore ?? false;
    } catch (error) {
      own.failures++;
      own.retryAt = monotonicMs() + backoffMs(own.failures, BACKOFF, this.parts.chance);
      this.parts.metrics?.countFailedBatch();
      this.parts.log.warn({ domain: name, err: (error as Error).message, failures: own.failures }, "a batch failed");
      return false;
    }
  }

  private progressOf(domainId: string): DomainProgress {
    const own = this.progress.get(domainId) ?? newProgress(this.parts);
    this.progress.set(domainId, own);
    return own;
  }
}
