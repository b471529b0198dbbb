import type { RatedChange } from "../../analysis/drift/drift-severity.ts";
import { type AnalyzedNhi, analyzeNhi } from "../../analysis/nhi/analyze-nhi.ts";
import { byText, type DriftFact, HISTORY_DAYS, type NhiFacts, objectIdOf } from "../../analysis/nhi/facts.ts";
import { fleetOf } from "../../analysis/nhi/fleet.ts";
import { appendTo } from "../../model/append-to.ts";
import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { DirectoryChange } from "../../model/identity/activity.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { readActivity } from "../../store/activity/activity-days.ts";
import { readDirectoryChanges } from "../../store/activity/directory-changes.ts";
import { ValueNames } from "../../store/activity/value-names.ts";
import { findDescribed, type NhiIds } from "../../store/people/imported-nhi.ts";
import { findNhiById, hasToBeListed, removeNhi, saveListedNhi } from "../../store/people/listed-nhi.ts";
import { type NhiDriftRow, readNhiDrift } from "../../store/people/nhi-drift.ts";
import { listProfiled, type NhiProfile, removeNhiProfiles, saveNhiProfiles } from "../../store/people/nhi-profiles.ts";
import { contentName, type RowContent } from "../../store/rows/row-content.ts";
import { findRowFacts, type RowFacts } from "../../store/rows/row-ids.ts";
import { finalDayOf } from "../drift/final-day.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import {
  type ChunkInputs,
  compareInputs,
  forgetInputs,
  type OwnFacts,
  type SharedInputs,
  saveInputs,
  sharedInputsOf,
} from "./nhi-inputs.ts";
import { chunksOf, listNhiSubjects, type NhiSubject, readTuids } from "./nhi-subjects.ts";
import { readObservedSources } from "./observed-sources.ts";
import { recordLookups } from "./recorded-fleet.ts";
import { spareOthers } from "./spare-others.ts";

/** Few: a service has up to 210 days with many values each, and the transaction that stores a chunk has to be short. */
const CHUNK = 10;

/** Analyzes every non-human identity. Its detail is shown when its cluster is known, by the next phase. */
export const nhiPhase: AnalysisPhase = {
  name: "nhi",
  builds: "nhi",
  run: async (run) => {
    const names = new ValueNames();
    const tuids = await readTuids(run);
    const fleet = fleetOf(run.directory, await readObservedSources(run), (objectId) => tuids.get(objectId) ?? null);
    const all = await listNhiSubjects(run, tuids, names);
    const imported = await findImported(run, all);
    const subjects = all.filter(({ nuid }) => !imported.has(nuid));
    const shared = await sharedInputsOf(run, fleet);
    for (const chunk of chunksOf(subjects, CHUNK)) {
      if (run.isStopped()) return;
      await analyzeChunk(run, shared, chunk, names);
    }
    await removeOthers(run, new Set(subjects.map(({ nuid }) => nuid)), imported);
  },
};

/** Analyzes the identities of a chunk whose inputs changed. */
async function analyzeChunk(
  run: AnalysisRun,
  shared: SharedInputs,
  chunk: readonly NhiSubject[],
  names: ValueNames,
): Promise<void> {
  const { db, day } = run;
  const facts = await readOwnFacts(run, chunk);
  const inputs = await compareInputs(run, shared, facts, HISTORY_DAYS);
  const stale = facts.filter(({ nuid }) => !inputs.unchanged.has(nuid));
  if (stale.length === 0) return;
  run.count?.("nhi_computed", stale.length);
  const activity = await readActivity(
    db,
    stale.map(({ nuid, keys }) => ({ id: nuid, keys })),
    day - HISTORY_DAYS,
    day,
    names,
  );
  const analyzed: Analyzed[] = [];
  for (const own of stale) {
    await run.slice.pause();
    const { fleet, lookups } = recordLookups(shared.fleet);
    const days = activity.get(own.nuid) ?? [];
    const result = spareOthers(run, () => analyzeNhi({ ...own, days, fleet }));
    if (result) analyzed.push({ own, result, lookups: lookups() });
  }
  await storeChunk(run, inputs, analyzed);
}

/** An identity that was analyzed, and what it was analyzed from. */
interface Analyzed {
  readonly own: OwnFacts;
  readonly result: AnalyzedNhi;
  readonly lookups: readonly string[];
}

async function readOwnFacts(run: AnalysisRun, subjects: readonly NhiSubject[]): Promise<readonly OwnFacts[]> {
  const { db, day, asOf } = run;
  const changes = changesByTarget(
    await readDirectoryChanges(db, { targets: subjects.flatMap(({ keys }) => keys), to: asOf }),
  );
  const drift = driftByNuid(
    await readNhiDrift(
      db,
      subjects.map(({ nuid }) => nuid),
      { toDay: day + 1, finalDay: finalDayOf(day) },
    ),
  );
  return subjects.map((subject) => ({
    ...accessFacts(run, subject),
    nuid: subject.nuid,
    service: subject.service,
    user: subject.user,
    name: subject.name,
    key: subject.keys[0] ?? null,
    keys: subject.keys,
    changes: subject.keys.flatMap((key) => changes.get(key) ?? []).sort(byTime),
    drift: drift.get(subject.nuid) ?? [],
    day,
  }));
}

/** Returns the subjects that an imported record describes: it stays as it was imported, and they are not listed beside it. */
async function findImported(run: AnalysisRun, subjects: readonly NhiSubject[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const chunk of chunksOf(subjects)) {
    for (const nuid of await findDescribed(run.db, chunk.map(idsOf))) found.add(nuid);
    await run.slice.pause();
  }
  return found;
}

function idsOf(subject: NhiSubject): NhiIds {
  const { nuid, service, user, keys } = subject;
  const keyed = (prefix: string): string | null =>
    keys.find((key) => key.startsWith(prefix))?.slice(prefix.length) ?? null;
  const isListed = service !== null || user !== null;
  return {
    nuid,
    principalId: isListed ? objectIdOf(subject) : keyed("oid:"),
    appId: isListed ? (service?.appId ?? null) : keyed("app:"),
  };
}

const GRANTS: readonly DirectoryKind[] = [
  "app-role-assignments",
  "delegated-grants",
  "role-assignments",
  "azure-role-assignments",
];

function accessFacts({ access }: AnalysisRun, subject: NhiSubject): Pick<NhiFacts, "entitlements" | "reach"> {
  const objectId = objectIdOf(subject);
  const hasGrants = GRANTS.some((kind) => access.delivered.has(kind));
  if (objectId === null || !hasGrants) return { entitlements: [], reach: null };
  return { entitlements: access.entitlementsOf(objectId), reach: access.reachOf(objectId) };
}

const byTime = (a: DirectoryChange, b: DirectoryChange): number =>
  a.at.getTime() - b.at.getTime() || (a.row.contentKey < b.row.contentKey ? -1 : 1);

function changesByTarget(changes: readonly DirectoryChange[]): ReadonlyMap<string, readonly DirectoryChange[]> {
  const found = new Map<string, DirectoryChange[]>();
  for (const change of changes) appendTo(found, change.target, change);
  return found;
}

function driftByNuid(rows: readonly NhiDriftRow[]): ReadonlyMap<string, readonly DriftFact[]> {
  const found = new Map<string, DriftFact[]>();
  for (const row of rows) {
    const change = row.change as Pick<RatedChange, "severity" | "summary">;
    const fact = { ...row, severity: change.severity, headline: safeText(change.summary, 300) };
    appendTo(found, row.nuid, fact);
  }
  return found;
}

async function storeChunk(run: AnalysisRun, inputs: ChunkInputs, analyzed: readonly Analyzed[]): Promise<void> {
  const rows = await findRowFacts(
    run.db,
    analyzed.flatMap(({ result }) => sampledRows(result)),
  );
  const factsOf = (row: RowContent): RowFacts | undefined => rows.get(contentName(row));
  const profiles = analyzed.map(({ result }) => toProfile(result, factsOf));
  const dependencies = new Map(
    analyzed.map(({ own, result, lookups }) => [own.nuid, { lookups, rows: sampledRows(result) }]),
  );
  const hashes = new Map(
    analyzed.map(({ own, result, lookups }) => [
      own.nuid,
      inputs.digestOf(own, result.item, { lookups, rows: sampledRows(result) }, factsOf),
    ]),
  );
  await run.db.transaction(async (tx) => {
    const known = await findNhiById(
      tx,
      analyzed.map(({ own }) => own.nuid),
    );
    const items = analyzed.map(({ result }) => result.item);
    await saveListedNhi(
      tx,
      items.filter((item) => hasToBeListed(known.get(item.nuid), item)),
    );
    const saved = await saveNhiProfiles(tx, profiles);
    await saveInputs(tx, hashes, dependencies);
    run.count?.("nhi", saved);
  });
}

const sampledRows = ({ detail }: AnalyzedNhi): readonly RowContent[] =>
  (detail.call_samples ?? []).map(({ row }) => ({ table: row.table, contentKey: row.contentKey }));

/** Replaces the references to rows by the ids that a reader can look up; rows that no longer exist are left out. */
function toProfile(
  { item, detail, summary, features }: AnalyzedNhi,
  factsOf: (row: RowContent) => RowFacts | undefined,
): NhiProfile {
  return {
    nuid: item.nuid,
    sections: JSON.stringify({
      ...detail,
      call_samples:
        detail.call_samples
          ?.flatMap(({ row, why, ...sample }) => {
            const stored = factsOf(row);
            if (stored === undefined) return [];
            const at = stored.at.toISOString();
            return [{ ...sample, at, source_table: row.table, item_id: stored.rowId, why }];
          })
          .sort((a, b) => byText(b.at, a.at) || byText(a.item_id, b.item_id)) ?? null,
    }),
    summary,
    features,
  };
}

/**
 * Removes identities that are not analyzed: accounts that turned out to be people's, actors with a directory object now,
 * and those that an imported record describes.
 */
async function removeOthers(run: AnalysisRun, kept: ReadonlySet<string>, imported: ReadonlySet<string>): Promise<void> {
  const profiled = (await listProfiled(run.db)).filter((nuid) => !kept.has(nuid));
  const gone = [...new Set([...profiled, ...imported])];
  for (const chunk of chunksOf(gone)) {
    await run.db.transaction(async (tx) => {
      await removeNhi(tx, chunk, run.now);
      await removeNhiProfiles(tx, chunk);
      await forgetInputs(tx, chunk);
    });
  }
}
