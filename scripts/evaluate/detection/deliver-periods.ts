import { createKnownActivity } from "../../../src/pipeline/activity/known-activity.ts";
import { analyzeDomain } from "../../../src/pipeline/analyze/analyze-domain.ts";
import { judgeDue } from "../../../src/pipeline/correlate/correlate-subjects.ts";
import type { DetectorSet } from "../../../src/pipeline/detect/detector-set.ts";
import { createKnownHits } from "../../../src/pipeline/detect/known-hits.ts";
import { createDetectorSource } from "../../../src/pipeline/rules/detector-source.ts";
import { keepStatistics } from "../../../src/pipeline/schedule/keep-statistics.ts";
import { processBatch } from "../../../src/pipeline/schedule/process-batch.ts";
import type { Clock } from "../../../src/runtime/clock.ts";
import {
  type EventEvidence,
  type JudgedCase,
  listEventEvidence,
  listJudgedCases,
} from "../../../src/store/cases/evaluation.ts";
import type { DomainHandle } from "../../../src/store/database/database.ts";
import type { Directory } from "../../../src/synth/directory.ts";
import type { SynthRow } from "../../../src/synth/rows/row.ts";
import { deliverDirectory, deliverRows } from "../deliver.ts";
import { type ScratchDomain, withDomainIn } from "../scratch-domain.ts";

const MINUTE_MS = 60_000;
/** How long after the end of a period its rows arrive, and how long after that they are judged. */
const ARRIVAL_MS = 2 * MINUTE_MS;
const JUDGED_MS = 6 * MINUTE_MS;
const BATCH_ROWS = 5_000;

/** What the service made of the rows of an organization. */
export interface Outcome {
  readonly cases: readonly JudgedCase[];
  readonly events: readonly EventEvidence[];
}

/** A delivery: the rows of one period. */
export interface Period {
  readonly until: Date;
  readonly rows: readonly SynthRow[];
  /** Whether the analysis of the whole domain runs after it. */
  readonly isAnalyzed: boolean;
}

export interface Delivery {
  /** The time when the domain is created. */
  readonly startsAt: Date;
  /** Delivered before the rows; absent if the folder has it already. */
  readonly directory?: Directory | undefined;
  readonly periods: Iterable<Period>;
  /** A folder of additional rules. */
  readonly rules?: string | undefined;
  /** Called after each period has been judged, with the domain as it is then. */
  readonly afterJudging?: ((domain: ScratchDomain, clock: Clock) => Promise<void>) | undefined;
  readonly report: (text: string) => void;
}

/**
 * Delivers periods to the domain of the database in a folder and runs the pipeline, the judge and the analysis between
 * them, as the service does; the clock follows the rows.
 */
export function deliverPeriods(folder: string, delivery: Delivery): Promise<Outcome> {
  let now = delivery.startsAt;
  const clock: Clock = () => now;
  return withDomainIn(folder, clock, async (domain) => {
    if (delivery.directory) await deliverDirectory(domain.db, clock, delivery.directory);
    const detect = await createPipeline(domain, clock, delivery);
    for (const { until, rows, isAnalyzed } of delivery.periods) {
      now = new Date(until.getTime() + ARRIVAL_MS);
      await deliverRows(domain.db, clock, rows);
      await detect();
      now = new Date(until.getTime() + JUDGED_MS);
      await judgeDue(domain.db, clock);
      if (isAnalyzed) await analyzeDomain({ ...domain, clock, chance: () => 0.5 }, domain.domainId);
      await delivery.afterJudging?.(domain, clock);
      delivery.report(until.toISOString().slice(0, 16));
    }
    return { cases: await listJudgedCases(domain.db), events: await listEventEvidence(domain.db) };
  });
}

async function createPipeline(
  { db, database, name }: ScratchDomain,
  clock: Clock,
  { rules, report }: Delivery,
): Promise<() => Promise<void>> {
  const log = { warn: (facts: object, message: string) => report(`${message}: ${JSON.stringify(facts)}`) };
  const detectors = await createDetectorSource({ folder: rules, log }).detectorsFor({ name });
  const refresh = keepStatistics(database);
  const options = {
    limit: BATCH_ROWS,
    knownHits: createKnownHits(),
    knownActivity: createKnownActivity(),
    onProblem: (slug: string, error: Error) => report(`${slug} failed: ${error.message}`),
  };
  return () => processAll(db, clock, detectors, options, refresh);
}

async function processAll(
  db: DomainHandle,
  clock: Clock,
  detectors: DetectorSet,
  options: NonNullable<Parameters<typeof processBatch>[3]>,
  refresh: (rows: number) => Promise<void>,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    const done = await processBatch(db, clock, detectors, options);
    await refresh(done.rows);
    isMore = done.isMore;
  }
}

/** Returns the rows from one time to another; `rows` are in the order of time. */
export function rowsBetween(rows: readonly SynthRow[], from: number, until: number): readonly SynthRow[] {
  return rows.slice(firstAt(rows, from), firstAt(rows, until));
}

function firstAt(rows: readonly SynthRow[], time: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.at.getTime() ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
