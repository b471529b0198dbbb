import { join } from "node:path";
import type { LogTable } from "../../src/model/rows/log-row.ts";
import { analyzeDomain } from "../../src/pipeline/analyze/analyze-domain.ts";
import { createKnownHits } from "../../src/pipeline/detect/known-hits.ts";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import type { Clock } from "../../src/runtime/clock.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import type { Knobs } from "../../src/synth/knobs.ts";
import { generateRows } from "../../src/synth/plants/generate-rows.ts";
import { renderDirectory } from "../../src/synth/plants/planted-directory.ts";
import { type PlantedOrganization, planOrganization } from "../../src/synth/plants/planted-organization.ts";
import { truthOf } from "../../src/synth/plants/truth.ts";
import { seededRandom } from "../../src/synth/random.ts";
import type { SynthRow } from "../../src/synth/rows/row.ts";
import { NO_DETECTORS } from "../../test/support/no-detectors.ts";
import { deliverDirectory, deliverRows } from "./deliver.ts";
import { type Results, readResults } from "./results.ts";
import type { EvaluatedPeriod } from "./score-drift.ts";
import type { Truth } from "./score-people.ts";
import { type ScratchDomain, withDomainIn, withScratchFolder } from "./scratch-domain.ts";

const DAY_MS = 86_400_000;
const BATCH_ROWS = 5_000;
/** The sources of a tenant that include its directory. */
const DELIVERING_DIRECTORY: ReadonlySet<Knobs["sources"]> = new Set<Knobs["sources"]>(["all", "directory"]);

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
  const clock: Clock = () => plan.knobs.until;
  return withScratchFolder((folder) =>
    withDomainIn(join(folder, "data"), clock, (domain) => evaluateIn(domain, clock, plan)),
  );
}

async function evaluateIn(
  { database, db, domainId }: ScratchDomain,
  clock: Clock,
  plan: EvaluationPlan,
): Promise<Evaluated> {
  const { knobs } = plan;
  const organization = planOrganization(knobs);
  if (DELIVERING_DIRECTORY.has(knobs.sources)) await deliverDirectory(db, clock, renderDirectory(organization));
  await deliverDays(db, clock, organization, plan);
  const days = evaluationDays(plan);
  for (const asOf of days) {
    plan.report(`analyzing ${asOf.toISOString().slice(0, 10)}`);
    await analyzeDomain({ database, clock, chance: () => 0.5 }, domainId, { asOf });
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

async function deliverDays(
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
    await deliverRows(db, clock, ordered);
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
