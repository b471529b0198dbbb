import { ingestDirectory } from "../../src/ingest/directory/ingest-directory.ts";
import { DIRECTORY_KINDS, type DirectoryKind } from "../../src/model/directory-kind.ts";
import type { Fields } from "../../src/model/fields.ts";
import { type AnalysisParts, analyzeDomain } from "../../src/pipeline/analyze/analyze-domain.ts";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import type { Database, DomainDb, DomainHandle } from "../../src/store/database/database.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
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

/** The id of the domain whose results are compared: ids of results depend on it. */
export const DOMAIN_ID = "5d1f3c60-6f0e-7b1a-9a52-0d3e1c9b7a10";

/** Adds the domain whose results are compared. */
export async function addComparedDomain(database: Database): Promise<DomainHandle> {
  const { until } = smallOrganization();
  await addDomain(database, { domainId: DOMAIN_ID, name: "compared", createdAt: until });
  return database.forDomain(DOMAIN_ID);
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

/** Delivers everything in order, the directory first. */
export async function deliverInOrder(db: DomainHandle, { directory, rows }: SmallOrganization): Promise<void> {
  await deliverDirectory(db, directory);
  await deliverRows(db, rows);
}

/** Analyzes a domain with the real phases, by default the compared one. */
export async function analyzeSmall(
  database: Database,
  { domainId = DOMAIN_ID, ...parts }: Partial<AnalysisParts> & { readonly domainId?: string } = {},
): Promise<void> {
  const { until } = smallOrganization();
  const report = await analyzeDomain({ database, clock: () => until, chance: () => 1, ...parts }, domainId);
  if (report?.outcome !== "finished") throw new Error(`the run is ${report?.outcome ?? "refused"}`);
}

/** The stored results of a run that clients read, each with a name and its text. */
const RESULTS = [
  "select 'user ' || tuid as name, wire as text from users where domain_id = $1 and removed_at is null",
  "select 'persona ' || tuid, wire from personas where domain_id = $1",
  "select 'persona detail ' || tuid, wire from persona_details where domain_id = $1",
  "select 'nhi ' || nuid, wire from nhi where domain_id = $1 and removed_at is null",
  "select 'nhi detail ' || nuid, wire from nhi_details where domain_id = $1",
  "select 'cluster ' || cluster_id, wire from nhi_clusters where domain_id = $1 and removed_at is null",
  "select 'drift ' || drift_id, wire from drift where domain_id = $1 and removed_at is null",
  "select 'threat ' || event_id, wire from threats where domain_id = $1 and removed_at is null",
];

/** The texts of results by name, such as `persona detail` and the id of the user. */
export type Results = Readonly<Record<string, string>>;

/** Reads everything that a run stored for clients. */
export async function resultsOf(db: DomainDb): Promise<Results> {
  const rows = await db.query<{ name: string; text: string }>(`${RESULTS.join(" union all ")} order by 1, 2`);
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}

/** Returns how many results of each kind there are. */
export function countResults(results: Results): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of Object.keys(results)) {
    const kind = name.slice(0, name.lastIndexOf(" "));
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
