import { setImmediate as yieldToOthers } from "node:timers/promises";
import { backoffMs } from "../../runtime/backoff.ts";
import { monotonicMs } from "../../runtime/clock.ts";
import { listDomainsWithWork } from "../../store/rows/pending-rows.ts";
import { createKnownHits } from "../detect/known-hits.ts";
import { createRotation, type DomainRotation } from "./domain-rotation.ts";
import { type DomainProgress, newProgress, type TurnParts, takeTurn } from "./domain-turn.ts";
import { keepStatistics } from "./keep-statistics.ts";
import { createTurnQueue } from "./turn-queue.ts";
import type { WorkerParts } from "./worker-parts.ts";

/** Works rows into threats and cases as they come. Several of them, in as many processes, never do a row twice. */
export interface Worker {
  start(): void;
  /** Says that a domain has new rows, so that they do not wait for the next look. */
  poke(domainId: string): void;
  /** Ends after the batches that are under way. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
/** So many domains are asked at a time whether they have something to do; the others have their turn to be asked. */
const ASKED_AT_ONCE = 200;
/** Domains that have their turn at the same time: a statement that takes long for one does not hold up all. */
const LANES = { embedded: 1, postgres: 2 };
const BACKOFF = { baseMs: 2 * POLL_MS, maxMs: 60_000 };

export function createWorker(parts: WorkerParts): Worker {
  return new TurnWorker(parts);
}

class TurnWorker implements Worker {
  private readonly parts: WorkerParts;
  private readonly queue = createTurnQueue();
  private readonly rotation: DomainRotation;
  private readonly progress = new Map<string, DomainProgress>();
  private readonly turnParts: TurnParts;
  private readonly lookPause = createPause();
  private readonly lanePauses: readonly Pause[];
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
      isStopped: () => this.isStopped,
      // Beside the turns: rows do not wait for it.
      onWorked: (rows) => {
        this.statistics = this.statistics
          .then(() => keep(rows))
          .catch((error: Error) => log.warn({ err: error.message }, "the planner's statistics could not be refreshed"));
      },
    };
  }

  start(): void {
    this.running = Promise.all([this.look(), ...this.lanePauses.map((pause) => this.runLane(pause))]);
  }

  poke(domainId: string): void {
    this.queue.add(domainId);
    this.wakeLanes();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.lookPause.end();
    this.wakeLanes();
    await this.running;
    await this.statistics;
  }

  private wakeLanes(): void {
    for (const pause of this.lanePauses) pause.end();
  }

  /** Finds domains that have something to do and that nobody has poked. */
  private async look(): Promise<void> {
    const { database, clock, chance, log } = this.parts;
    for (let failures = 0; !this.isStopped; ) {
      try {
        const asked = await this.rotation.next(ASKED_AT_ONCE);
        const found = await listDomainsWithWork(database.system, asked, clock());
        const forgetful = asked.filter((domainId) => this.progressOf(domainId).forgetAt <= monotonicMs());
        for (const domainId of [...found, ...forgetful]) this.queue.add(domainId);
        this.wakeLanes();
        failures = 0;
      } catch (error) {
        failures++;
        log.warn({ err: (error as Error).message }, "the domains could not be listed");
      }
      await this.lookPause.wait(failures > 0 ? backoffMs(failures, BACKOFF, chance) : POLL_MS);
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
      // Requests that came meanwhile are answered before the next turn.
      await yieldToOthers();
    }
  }

  /** Answers whether the domain has more to do. */
  private async giveTurn(domainId: string): Promise<boolean> {
    const own = this.progressOf(domainId);
    if (own.retryAt > monotonicMs()) return false;
    let name = domainId;
    try {
      const domain = await this.rotation.find(domainId);
      if (!domain) return false;
      name = domain.name;
      const isMore = await takeTurn(this.turnParts, domain, own);
      own.failures = 0;
      return isMore;
    } catch (error) {
      own.failures++;
      own.retryAt = monotonicMs() + backoffMs(own.failures, BACKOFF, this.parts.chance);
      this.parts.metrics?.countFailedBatch();
      this.parts.log.warn({ domain: name, err: (error as Error).message, failures: own.failures }, "a batch failed");
      return false;
    }
  }

  private progressOf(domainId: string): DomainProgress {
    const own = this.progress.get(domainId) ?? newProgress(this.parts.database);
    this.progress.set(domainId, own);
    return own;
  }
}

interface Pause {
  /** Ends the pause, or the next one if there is none now. */
  end(): void;
  wait(ms: number): Promise<void>;
}

function createPause(): Pause {
  let isEnded = false;
  let wake: (() => void) | undefined;
  return {
    end: () => {
      isEnded = true;
      wake?.();
    },
    wait: (ms) =>
      new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          wake = undefined;
          isEnded = false;
          resolve();
        };
        const timer = setTimeout(done, ms).unref();
        wake = done;
        if (isEnded) done();
      }),
  };
}
