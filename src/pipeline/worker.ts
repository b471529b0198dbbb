import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Chance } from "../runtime/chance.ts";
import { type Clock, monotonicMs } from "../runtime/clock.ts";
import type { PipelineMetrics } from "../runtime/metrics.ts";
import type { Database } from "../store/database.ts";
import { type Domain, listDomains } from "../store/domains.ts";
import { hasWork } from "../store/pending-rows.ts";
import { judgeDue } from "./correlate-subjects.ts";
import type { DetectorSet } from "./detector-set.ts";
import { forgetOldHits } from "./forget-old-hits.ts";
import { keepStatistics } from "./keep-statistics.ts";
import { createKnownHits, type KnownHits } from "./known-hits.ts";
import { BATCH_ROWS, runBatch } from "./run-batch.ts";

export interface WorkerLog {
  warn(facts: object, message: string): void;
}

export interface WorkerParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly detectorsFor: (domain: Pick<Domain, "domainId" | "name">) => Promise<DetectorSet>;
  readonly log: WorkerLog;
  readonly metrics?: PipelineMetrics | undefined;
}

/** Works rows into threats and cases as they come. Several of them, in as many processes, never do a row twice. */
export interface Worker {
  start(): void;
  /** Says that a domain has new rows, so that they do not wait for the next look. */
  poke(domainId: string): void;
  /** Ends after the batch that is under way. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
/** A domain with much to do lets the others have a turn after so many batches. */
const BATCHES_PER_TURN = 10;
const MAX_BACKOFF_MS = 60_000;
const FORGET_EVERY_MS = 3_600_000;

/** How it goes with a domain, as this process sees it. */
interface Course {
  failures: number;
  retryAt: number;
  forgetAt: number;
}

export function createWorker(parts: WorkerParts): Worker {
  const courses = new Map<string, Course>();
  const poked = new Set<string>();
  const bell = createBell();
  const onWorked = keepStatistics(parts.database);
  const knownHits = createKnownHits();
  let stopped = false;
  let lookAt = 0;
  let running: Promise<void> = Promise.resolve();

  /** The domains that are due for a turn: all of them each second, else those that were poked. */
  const takeWanted = async (): Promise<readonly Domain[]> => {
    const wanted = new Set(poked);
    poked.clear();
    const domains = await listDomains(parts.database.system);
    if (lookAt > monotonicMs()) return domains.filter(({ domainId }) => wanted.has(domainId));
    lookAt = monotonicMs() + POLL_MS;
    return domains;
  };
  const round = async (): Promise<void> => {
    for (const domain of await takeWanted()) {
      const course = courses.get(domain.domainId) ?? newCourse();
      courses.set(domain.domainId, course);
      if (stopped || course.retryAt > monotonicMs()) continue;
      if (await workOn({ ...parts, onWorked, knownHits }, domain, course, () => stopped)) poked.add(domain.domainId);
    }
  };
  const run = async (): Promise<void> => {
    for (let failures = 0; !stopped; ) {
      try {
        await round();
        failures = 0;
      } catch (error) {
        failures++;
        parts.log.warn({ err: (error as Error).message }, "the domains could not be listed");
      }
      if (failures > 0) await bell.wait(backoffMs(failures, parts.chance));
      else if (poked.size === 0) await bell.wait(POLL_MS);
    }
  };
  return {
    start: () => {
      running = run();
    },
    poke: (domainId) => {
      poked.add(domainId);
      bell.ring();
    },
    stop: async () => {
      stopped = true;
      bell.ring();
      await running;
    },
  };
}

const newCourse = (): Course => ({ failures: 0, retryAt: 0, forgetAt: monotonicMs() + FORGET_EVERY_MS });

/** Longer after each failure, and not the same for everybody who failed together. */
const backoffMs = (failures: number, chance: Chance): number =>
  Math.min(MAX_BACKOFF_MS, POLL_MS * 2 ** Math.min(failures, 10)) * (0.5 + chance() / 2);

interface TurnParts extends WorkerParts {
  readonly onWorked: (rows: number) => Promise<void>;
  readonly knownHits: KnownHits;
}

/** A domain's turn; says whether it has more to do. */
async function workOn(parts: TurnParts, domain: Domain, course: Course, isStopped: () => boolean): Promise<boolean> {
  const { database, clock, log } = parts;
  const db = database.forDomain(domain.domainId);
  try {
    // A batch that fails may be too much for the database: the next try takes less.
    const isMore =
      (await hasWork(db)) && (await workOff(parts, domain, BATCH_ROWS >> Math.min(course.failures, 10), isStopped));
    if (!isMore) await judgeDue(db, clock);
    course.failures = 0;
    if (course.forgetAt <= monotonicMs()) {
      course.forgetAt = monotonicMs() + FORGET_EVERY_MS;
      parts.knownHits.forgetAll();
      await forgetOldHits(db, clock, await parts.detectorsFor(domain));
    }
    return isMore;
  } catch (error) {
    course.failures++;
    parts.metrics?.countFailedBatch();
    course.retryAt = monotonicMs() + backoffMs(course.failures, parts.chance);
    log.warn({ domain: domain.name, err: (error as Error).message, failures: course.failures }, "a batch failed");
    return false;
  }
}

/** Works pending rows off for as long as it is this domain's turn; says whether there are more. */
async function workOff(
  { database, clock, detectorsFor, log, metrics, onWorked, knownHits }: TurnParts,
  domain: Domain,
  rows: number,
  isStopped: () => boolean,
): Promise<boolean> {
  const limit = Math.max(1, rows);
  const detectors = await detectorsFor(domain);
  const onProblem = (slug: string, error: Error): void => {
    metrics?.countDetectorFailure();
    log.warn({ domain: domain.name, detector: slug, err: error.message }, "a detector failed");
  };
  for (let n = 0; n < BATCHES_PER_TURN && !isStopped(); n++) {
    const done = await runBatch(database.forDomain(domain.domainId), clock, detectors, { limit, knownHits, onProblem });
    metrics?.countBatch(done.rows, done.threats);
    await onWorked(done.rows);
    // Requests that came meanwhile are answered before the next batch.
    await yieldToOthers();
    if (done.rows < limit) return false;
  }
  return true;
}

/** Something to wait for that others can end early; a ring that nobody waits for is heard by the next who does. */
function createBell(): { ring(): void; wait(ms: number): Promise<void> } {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      wake?.();
    },
    wait: (ms) =>
      new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          wake = undefined;
          rung = false;
          resolve();
        };
        const timer = setTimeout(done, ms).unref();
        wake = done;
        if (rung) done();
      }),
  };
}
