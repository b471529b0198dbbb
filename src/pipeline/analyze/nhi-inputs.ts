import type { Fleet, NhiFacts } from "../../analysis/nhi/facts.ts";
import { type Nhi, renderNhi } from "../../model/nhi.ts";
import { createPartsDigest } from "../../runtime/hashing.ts";
import { type DayDigests, readDayDigests } from "../../store/activity/day-digests.ts";
import { countLabelChanges } from "../../store/activity/label-changes.ts";
import {
  findUnchanged,
  forgetInputHashes,
  type InputHashes,
  readInputHashes,
  saveInputHashes,
} from "../../store/analysis/input-hashes.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { findNhiById } from "../../store/people/listed-nhi.ts";
import { contentName, type RowContent } from "../../store/rows/row-content.ts";
import { findRowFacts, type RowFacts } from "../../store/rows/row-ids.ts";
import type { AnalysisRun } from "./analysis-run.ts";
import { repeatLookup } from "./recorded-fleet.ts";

/** Raised when identities have to be analyzed again on the same evaluation day from the same facts. */
const VERSION = 1;
const HASHES = "nhi-inputs";
const DEPENDENCIES = "nhi-dependencies";

/** The facts about an identity itself, without its days. */
export type OwnFacts = Omit<NhiFacts, "days" | "fleet"> & { readonly keys: readonly string[] };

/** What an analysis read besides the facts about the identity itself. */
export interface Dependencies {
  readonly lookups: readonly string[];
  /** The rows of its call samples. */
  readonly rows: readonly RowContent[];
}

const NOTHING: Dependencies = { lookups: [], rows: [] };

/** The inputs that all identities have in common. */
export interface SharedInputs {
  readonly fleet: Fleet;
  readonly directoryDigest: string;
  /** A digest of the evaluation day and of what cannot be looked up by an id. */
  readonly digest: string;
}

export async function sharedInputsOf(run: AnalysisRun, fleet: Fleet): Promise<SharedInputs> {
  const digest = createPartsDigest();
  const labels = await countLabelChanges(run.db);
  const delivered = [[...fleet.directory.delivered].sort(), [...run.access.delivered].sort()];
  const sources = [...fleet.sources].sort(([a], [b]) => (a < b ? -1 : 1));
  digest.add(JSON.stringify([VERSION, run.day, labels, delivered, sources, fleet.ownTenantId]));
  digest.add(JSON.stringify([...fleet.vendorNames].sort()));
  return { fleet, directoryDigest: run.directoryDigest, digest: digest.end() };
}

/** Digests of the inputs of some identities. */
export interface ChunkInputs {
  /** The identities whose stored results were computed from the same inputs. */
  readonly unchanged: ReadonlySet<string>;
  /** Returns the digest of the inputs of an identity that was analyzed. */
  digestOf(own: OwnFacts, item: Nhi, dependencies: Dependencies, factsOf: RowFactsOf): string;
}

type RowFactsOf = (row: RowContent) => RowFacts | undefined;

/** Compares the inputs of identities with those of their stored results. Call it before their days are read. */
export async function compareInputs(
  { db, day }: Pick<AnalysisRun, "db" | "day">,
  shared: SharedInputs,
  facts: readonly OwnFacts[],
  historyDays: number,
): Promise<ChunkInputs> {
  const nuids = facts.map(({ nuid }) => nuid);
  const days = await readDayDigests(
    db,
    facts.flatMap(({ keys }) => keys),
    [{ from: day - historyDays, to: day }],
  );
  const stored = await readDependencies(db, nuids);
  const items = await findNhiById(db, nuids);
  const rows = await findRowFacts(
    db,
    [...stored.values()].flatMap((dependencies) => dependencies.rows),
  );
  const factsOf: RowFactsOf = (row) => rows.get(contentName(row));
  const digestOf: ChunkInputs["digestOf"] = (own, item, dependencies, rowFactsOf) =>
    digestInputs(shared, { own, days, item, dependencies, rowFactsOf });
  const hashes = facts.flatMap((own) => {
    const known = items.get(own.nuid);
    if (!known || known.isRemoved) return [];
    return [[own.nuid, digestOf(own, known.item, stored.get(own.nuid) ?? NOTHING, factsOf)] as const];
  });
  return { unchanged: await findUnchanged(db, HASHES, new Map(hashes)), digestOf };
}

interface OwnInputs {
  readonly own: OwnFacts;
  readonly days: DayDigests;
  readonly item: Nhi;
  readonly dependencies: Dependencies;
  readonly rowFactsOf: RowFactsOf;
}

function digestInputs(
  { fleet, directoryDigest, digest: shared }: SharedInputs,
  { own, days, item, dependencies, rowFactsOf }: OwnInputs,
): string {
  const digest = createPartsDigest();
  digest.add(shared);
  digest.add(JSON.stringify(own));
  digest.add(JSON.stringify(own.keys.map((key) => days.get(key) ?? null)));
  // An import may have replaced the item.
  digest.add(renderNhi(item));
  for (const lookup of dependencies.lookups) {
    digest.add(lookup);
    digest.add(JSON.stringify(repeatLookup(fleet, lookup, directoryDigest)) ?? "");
  }
  for (const row of dependencies.rows) digest.add(JSON.stringify([contentName(row), rowFactsOf(row) ?? null]));
  return digest.end();
}

async function readDependencies(db: DomainDb, nuids: readonly string[]): Promise<ReadonlyMap<string, Dependencies>> {
  const stored = await readInputHashes(db, DEPENDENCIES, nuids);
  return new Map([...stored].map(([nuid, text]) => [nuid, JSON.parse(text) as Dependencies]));
}

/** Stores what results were computed from; call it in the transaction that stores the results. */
export async function saveInputs(
  tx: DomainDb,
  hashes: InputHashes,
  dependencies: ReadonlyMap<string, Dependencies>,
): Promise<void> {
  await saveInputHashes(tx, HASHES, hashes);
  const texts = [...dependencies].map(
    ([nuid, { lookups, rows }]) => [nuid, JSON.stringify({ lookups, rows })] as const,
  );
  await saveInputHashes(tx, DEPENDENCIES, new Map(texts));
}

export async function forgetInputs(tx: DomainDb, nuids: readonly string[]): Promise<void> {
  await forgetInputHashes(tx, HASHES, nuids);
  await forgetInputHashes(tx, DEPENDENCIES, nuids);
}
