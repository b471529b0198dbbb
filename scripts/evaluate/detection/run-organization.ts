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
import type { AttackedOrganization } from "../../../src/synth/detection/generate-attacked.ts";
import type { SynthRow } from "../../../src/synth/rows/row.ts";
import { deliverDirectory, deliverRows } from "../deliver.ts";
import { type ScratchDomain, withScratchDomain } from "../scratch-domain.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long after the end of a period its rows arrive, and how long after that they are judged. */
const ARRIVAL_MS = 2 * MINUTE_MS;
const JUDGED_MS = 6 * MINUTE_MS;
const BATCH_ROWS = 5_000;

/** What the service made of the rows of an organization. */
export interface Outcome {
  readonly cases: readonly JudgedCase[];
  readonly events: readonly EventEvidence[];
}

export interface RunOptions {
  /** Minutes of rows in one delivery after the history, which arrives day by day. */
  readonly everyMinutes: number;
  /** A folder of additional rules. */
  readonly rules?: string;
  /** Called after each period has been judged, with the domain as it is then. */
  readonly afterJudging?: (domain: ScratchDomain, clock: Clock) => Promise<void>;
  readonly report: (text: string) => void;
}

/** A delivery: the rows of one period. */
interface Period {
  readonly until: Date;
  readonly rows: readonly SynthRow[];
  readonly isHistory: boolean;
}

/**
 * Delivers the rows of an organization in the order of time to a domain of a temporary database and runs the pipeline,
 * the judge and the daily analysis between deliveries, as the service does; its clock follows the rows.
 */
export async function runOrganization(attacked: AttackedOrganization, options: RunOptions): Promise<Outcome> {
  const { knobs } = attacked.organization;
  let now = new Date(knobs.until.getTime() - knobs.days * DAY_MS);
  const clock: Clock = () => now;
  return withScratchDomain(clock, async (domain) => {
    await deliverDirectory(domain.db, clock, attacked.directory);
    const detect = await createPipeline(domain, clock, options);
    for (const period of periodsOf(attacked, options.everyMinutes)) {
      now = new Date(period.until.getTime() + ARRIVAL_MS);
      await deliverRows(domain.db, clock, period.rows);
      await detect();
      now = new Date(period.until.getTime() + JUDGED_MS);
      await judgeDue(domain.db, clock);
      if (isDue(period)) await analyzeDomain({ ...domain, clock, chance: () => 0.5 }, domain.domainId);
      await options.afterJudging?.(domain, clock);
      options.report(period.until.toISOString().slice(0, 16));
    }
    return { cases: await listJudgedCases(domain.db), events: await listEventEvidence(domain.db) };
  });
}

/** The analysis runs once a day, after midnight; in the history only its last day matters. */
const isDue = ({ until, isHistory }: Period): boolean => !isHistory && until.getTime() % DAY_MS === 0;

async function createPipeline(
  { db, database, name }: ScratchDomain,
  clock: Clock,
  { rules, report }: RunOptions,
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

/** Yields the deliveries: what happened before the logs, then each day of the history, then shorter periods. */
function* periodsOf({ organization, rows }: AttackedOrganization, everyMinutes: number): Generator<Period, void, void> {
  const { knobs, history } = organization;
  const first = knobs.until.getTime() - knobs.days * DAY_MS;
  const counted = first + history * DAY_MS;
  let from = 0;
  for (let until = first; until <= knobs.until.getTime(); ) {
    const to = firstAfter(rows, from, until);
    yield { until: new Date(until), rows: rows.slice(from, to), isHistory: until < counted };
    from = to;
    until += until < counted ? DAY_MS : everyMinutes * MINUTE_MS;
  }
}

function firstAfter(rows: readonly SynthRow[], from: number, until: number): number {
  let index = from;
  while (index < rows.length && (rows[index] as SynthRow).at.getTime() < until) index += 1;
  return index;
}
