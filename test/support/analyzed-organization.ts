import { ingestDirectory } from "../../src/ingest/directory/ingest-directory.ts";
import { DIRECTORY_KINDS, type DirectoryKind } from "../../src/model/directory-kind.ts";
import type { Fields } from "../../src/model/fields.ts";
import { type AnalysisParts, analyzeDomain } from "../../src/pipeline/analyze/analyze-domain.ts";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import type { Database, DomainHandle } from "../../src/store/database/database.ts";
import { type Knobs, NO_NOISE } from "../../src/synth/knobs.ts";
import { generateRows } from "../../src/synth/plants/generate-rows.ts";
import { renderDirectory } from "../../src/synth/plants/planted-directory.ts";
import { planOrganization } from "../../src/synth/plants/planted-organization.ts";
import { NO_DETECTORS } from "./no-detectors.ts";
import { type DeliveredRow, deliver } from "./row-sets.ts";

/** An organization that is small enough to be analyzed many times. */
const SMALL: Knobs = {
  seed: 7,
  until: new Date("2026-11-02T10:00:00.000Z"),
  users: 50,
  nhis: 40,
  days: 32,
  rows: 2,
  plants: true,
  sources: "all",
  noise: NO_NOISE,
};

/** The tables with the calls of programs, which are most of the rows. One row of so many is delivered. */
const CALLS = new Set(["MicrosoftGraphActivityLogs", "AADServicePrincipalSignInLogs", "AzureActivity"]);
const CALLS_PER_ROW = 24;

export type DeliveredDirectory = Readonly<Record<DirectoryKind, readonly Fields[]>>;

/** What a small synthetic organization delivers. */
export interface SmallOrganization {
  readonly until: Date;
  /** In order of time. */
  readonly rows: readonly DeliveredRow[];
  readonly directory: DeliveredDirectory;
}

let small: SmallOrganization | undefined;

/** Returns the same organization always. */
export function smallOrganization(): SmallOrganization {
  small ??= generate();
  return small;
}

function generate(): SmallOrganization {
  const planned = planOrganization(SMALL);
  const rows = [...generateRows(planned)]
    .flatMap((day) => day.rows)
    .filter(({ table }, index) => !CALLS.has(table) || index % CALLS_PER_ROW === 0)
    .map(({ table, fields }) => ({ table, columns: fields }));
  return { until: SMALL.until, rows, directory: renderDirectory(planned) };
}

/** Delivers each kind of directory objects as one complete listing. */
export async function deliverDirectory(
  db: DomainHandle,
  directory: DeliveredDirectory,
  kinds: readonly DirectoryKind[] = DIRECTORY_KINDS,
): Promise<void> {
  const { until } = smallOrganization();
  for (const kind of kinds) {
    const lines = directory[kind].map((value, index) => ({ line: index + 1, value }));
    const { rejected } = await ingestDirectory(db, () => until, { kind, lines, walk: { first: true, last: true } });
    if (rejected[0]) throw new Error(`line ${rejected[0].line} of ${kind} was rejected: ${rejected[0].error}`);
  }
}

/** Delivers rows and processes them, without detectors. */
export async function deliverRows(db: DomainHandle, rows: readonly DeliveredRow[], limit = 1_000): Promise<void> {
  const { until } = smallOrganization();
  await deliver(db, rows, until);
  while ((await processBatch(db, () => until, NO_DETECTORS, { limit })).rows > 0);
}

/** Analyzes a domain with the real phases. */
export async function analyzeSmall(
  database: Database,
  { domainId, ...parts }: Partial<AnalysisParts> & { readonly domainId: string },
): Promise<void> {
  const { until } = smallOrganization();
  const report = await analyzeDomain({ database, clock: () => until, chance: () => 1, ...parts }, domainId);
  if (report?.outcome !== "finished") throw new Error(`the run is ${report?.outcome ?? "refused"}`);
}
