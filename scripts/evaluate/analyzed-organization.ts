import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ingestDirectory } from "../../src/ingest/directory/ingest-directory.ts";
import { ingestRows } from "../../src/ingest/rows/ingest-rows.ts";
import { DIRECTORY_KINDS } from "../../src/model/directory-kind.ts";
import type { Fields } from "../../src/model/fields.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";
import { analyzeDomain } from "../../src/pipeline/analyze/analyze-domain.ts";
import { createKnownHits } from "../../src/pipeline/detect/known-hits.ts";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import type { Clock } from "../../src/runtime/clock.ts";
import type { Database, DomainHandle } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import type { Knobs } from "../../src/synth/knobs.ts";
import { generateRows } from "../../src/synth/plants/generate-rows.ts";
import { renderDirectory } from "../../src/synth/plants/planted-directory.ts";
import { type PlantedOrganization, planOrganization } from "../../src/synth/plants/planted-organization.ts";
import { truthOf } from "../../src/synth/plants/truth.ts";
import { seededRandom } from "../../src/synth/random.ts";
import type { SynthRow } from "../../src/synth/rows/row.ts";
import { NO_DETECTORS } from "../../test/support/no-detectors.ts";
import { type Results, readResults } from "./results.ts";
import type { EvaluatedPeriod } from "./score-drift.ts";
import type { Truth } from "./score-people.ts";

const DOMAIN_ID = "5d1f3c60-6f0e-7b1a-9a52-0d3e1c9b7a10";
const DAY_MS = 86_400_000;
const DELIVERED_ROWS = 1_000;
const BATCH_ROWS = 5_000;
const STATEMENT_TIMEOUT_MS = 600_000;

export interface EvaluationPlan {
  readonly knobs: Knobs;
  /** Days between two runs of the analysis. */
  readonly every: number;
  /** The first evaluation day, counted from the first day of the logs. */
  readonly firstDay: number;
  /** Delivers the rows of each day in random order, some of them twice, and everything before the first run. */
  readonly isShuffled?: boolean;
  /** Tables that the tenant does not deliver. */
  readonly missing?: readonly LogTable[];
  readonly report: (text: string) => void;
}

export interface Evaluated {
  readonly truth: Truth;
  readonly results: Results;
  readonly period: EvaluatedPeriod;
}

/** Generates an organization, runs it through ingestion and analysis in a temporary database, and reads the results. */
export async function evaluateOrganization(plan: EvaluationPlan): Promise<Evaluated> {
  const folder = await mkdtemp(join(tmpdir(), "parapet-evaluate-"));
  const clock: Clock = () => plan.knobs.until;
  try {
    const database = await openDatabase({
      dataDir: join(folder, "data"),
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      shared: false,
    });
    try {
      await migrate(database, clock);
      return await evaluateIn(database, clock, plan);
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function evaluateIn(database: Database, clock: Clock, plan: EvaluationPlan): Promise<Evaluated> {
  const { knobs } = plan;
  await addDomain(database, { domainId: DOMAIN_ID, name: "evaluation", createdAt: knobs.until });
  const db = database.forDomain(DOMAIN_ID);
  const organization = planOrganization(knobs);
  await deliverDirectory(db, clock, organization);
  await deliverRows(db, clock, organization, plan);
  const days = evaluationDays(plan);
  for (const asOf of days) {
    plan.report(`analyzing ${asOf.toISOString().slice(0, 10)}`);
    await analyzeDomain({ database, clock, chance: () => 0.5 }, DOMAIN_ID, { asOf });
  }
  return {
    truth: truthOf(organization),
    results: await readResults(db),
    period: { from: days[0] ?? knobs.until, until: days.at(-1) ?? knobs.until },
  };
}

function evaluationDays({ knobs, every, firstDay }: EvaluationPlan): readonly Date[] {
  const first = Math.floor(knobs.until.getTime() / DAY_MS) - knobs.days;
  const last = Math.floor(knobs.until.getTime() / DAY_MS);
  const days = Array.from(
    { length: Math.floor((last - first - firstDay) / every) + 1 },
    (_, index) => last - index * every,
  );
  return days.reverse().map((day) => new Date(day * DAY_MS));
}

const linesOf = (objects: readonly Fields[]) =>
  objects.map((object, index) => ({ line: index + 1, text: JSON.stringify(object) }));

function expectAll(what: string, { rejected: [first] }: { rejected: readonly { error: string }[] }): void {
  if (first) throw new Error(`${what} was rejected: it ${first.error}`);
}

async function deliverDirectory(db: DomainHandle, clock: Clock, organization: PlantedOrganization): Promise<void> {
  const { sources } = organization.knobs;
  if (sources === "none" || sources === "audit") return;
  const directory = renderDirectory(organization);
  for (const kind of DIRECTORY_KINDS) {
    const delivery = { kind, lines: linesOf(directory[kind]), walk: { first: true, last: true } };
    expectAll(kind, await ingestDirectory(db, clock, delivery));
  }
}

async function deliverRows(
  db: DomainHandle,
  clock: Clock,
  organization: PlantedOrganization,
  { isShuffled = false, missing = [], report }: EvaluationPlan,
): Promise<void> {
  const knownHits = createKnownHits();
  let delivered = 0;
  for (const { day, rows: all } of generateRows(organization)) {
    const rows = all.filter(({ table }) => !missing.includes(table));
    const ordered = isShuffled ? shuffled(rows, day) : rows;
    for (const table of new Set(ordered.map((row) => row.table))) {
      const fields = ordered.filter((row) => row.table === table).map((row) => row.fields);
      for (let start = 0; start < fields.length; start += DELIVERED_ROWS) {
        const lines = linesOf(fields.slice(start, start + DELIVERED_ROWS));
        expectAll(table, await ingestRows(db, clock, { table, lines }));
      }
    }
    delivered += rows.length;
    report(`day ${day + 1}, ${delivered} rows`);
    for (let done = 1; done > 0; ) {
      ({ rows: done } = await processBatch(db, clock, NO_DETECTORS, { limit: BATCH_ROWS, knownHits }));
    }
  }
}

/** Returns the rows in random order, every tenth of them twice. */
function shuffled(rows: readonly SynthRow[], day: number): readonly SynthRow[] {
  const random = seededRandom(day, "evaluation order");
  return random.sample([...rows, ...rows.filter((_, index) => index % 10 === 0)], rows.length * 2);
}
