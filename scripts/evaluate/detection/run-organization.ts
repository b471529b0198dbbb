import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
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
import { firstDayOf } from "../../../src/synth/workforce/staff.ts";
import { deliverDirectory, deliverRows } from "../deliver.ts";
import { type ScratchDomain, withDomainIn, withScratchFolder } from "../scratch-domain.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How long after the end of a period its rows arrive, and how long after that they are judged. */
const ARRIVAL_MS = 2 * MINUTE_MS;
const JUDGED_MS = 6 * MINUTE_MS;
const BATCH_ROWS = 5_000;
/** Every how manyth day the domain is analyzed: not daily, which would take a third of the time. */
const ANALYZED_DAYS = 3;

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
  /** Whether the analysis of the whole domain runs after it. */
  readonly isAnalyzed: boolean;
}

/**
 * Delivers the rows of organizations with the same history in the order of time, each to a temporary database, and runs the
 * pipeline, the judge and the analysis between deliveries, as the service does; the clock follows the rows. The history is
 * delivered once.
 */
export function runOrganizations(
  organizations: readonly AttackedOrganization[],
  options: RunOptions,
): Promise<readonly Outcome[]> {
  return withScratchFolder(async (folder) => {
    const past = join(folder, "history");
    const [first] = organizations;
    if (first) await deliverPeriods(past, first, historyOf(first), { ...options, isFirst: true });
    const outcomes: Outcome[] = [];
    for (const [index, attacked] of organizations.entries()) {
      const own = join(folder, String(index));
      await cp(past, own, { recursive: true });
      const periods = [...countedPeriods(attacked, options.everyMinutes)];
      outcomes.push(await deliverPeriods(own, attacked, periods, { ...options, isFirst: false }));
      await rm(own, { recursive: true });
    }
    return outcomes;
  });
}

interface PeriodOptions extends RunOptions {
  /** Whether the directory has to be delivered before the rows. */
  readonly isFirst: boolean;
}

function deliverPeriods(
  folder: string,
  { directory, organization }: AttackedOrganization,
  periods: readonly Period[],
  options: PeriodOptions,
): Promise<Outcome> {
  let now = firstDayOf(organization.knobs);
  const clock: Clock = () => now;
  return withDomainIn(folder, clock, async (domain) => {
    if (options.isFirst) await deliverDirectory(domain.db, clock, directory);
    const detect = await createPipeline(domain, clock, options);
    for (const { until, rows, isAnalyzed } of periods) {
      now = new Date(until.getTime() + ARRIVAL_MS);
      await deliverRows(domain.db, clock, rows);
      await detect();
      now = new Date(until.getTime() + JUDGED_MS);
      await judgeDue(domain.db, clock);
      if (isAnalyzed) await analyzeDomain({ ...domain, clock, chance: () => 0.5 }, domain.domainId);
      await options.afterJudging?.(domain, clock);
      options.report(until.toISOString().slice(0, 16));
    }
    return { cases: await listJudgedCases(domain.db), events: await listEventEvidence(domain.db) };
  });
}

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

/** Returns the deliveries of the history: what was before it at once, then day by day. */
function historyOf({ organization, rows }: AttackedOrganization): readonly Period[] {
  const first = firstDayOf(organization.knobs).getTime();
  return Array.from({ length: organization.history + 1 }, (_, day) => {
    const until = new Date(first + day * DAY_MS);
    const from = day === 0 ? 0 : until.getTime() - DAY_MS;
    return { until, rows: rowsBetween(rows, from, until.getTime()), isAnalyzed: day === organization.history };
  });
}

/** Returns the deliveries of the days that count. */
function* countedPeriods(
  { organization, rows }: AttackedOrganization,
  everyMinutes: number,
): Generator<Period, void, void> {
  const { knobs, history } = organization;
  const step = everyMinutes * MINUTE_MS;
  const counted = firstDayOf(knobs).getTime() + history * DAY_MS;
  for (let from = counted; from < knobs.until.getTime(); from += step) {
    const until = from + step;
    const isAnalyzed = (until - counted) % (ANALYZED_DAYS * DAY_MS) === 0;
    yield { until: new Date(until), rows: rowsBetween(rows, from, until), isAnalyzed };
  }
}

const rowsBetween = (rows: readonly SynthRow[], from: number, until: number): readonly SynthRow[] =>
  rows.filter(({ at }) => at.getTime() >= from && at.getTime() < until);
