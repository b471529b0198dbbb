import type { RatedChange } from "../../analysis/drift/drift-severity.ts";
import { type AnalyzedNhi, analyzeNhi } from "../../analysis/nhi/analyze-nhi.ts";
import {
  byText,
  type DriftFact,
  type Fleet,
  HISTORY_DAYS,
  type NhiFacts,
  objectIdOf,
} from "../../analysis/nhi/facts.ts";
import { fleetOf } from "../../analysis/nhi/fleet.ts";
import { appendTo } from "../../model/append-to.ts";
import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { DirectoryChange } from "../../model/identity/activity.ts";
import { renderNhi } from "../../model/nhi.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { readActivity } from "../../store/activity/activity-days.ts";
import { readDirectoryChanges } from "../../store/activity/directory-changes.ts";
import { readSources } from "../../store/activity/sources.ts";
import { ValueNames } from "../../store/activity/value-names.ts";
import { findImportedPrincipals, findNhiById, removeNhi, saveListedNhi } from "../../store/people/listed-nhi.ts";
import { type NhiDriftRow, readNhiDrift } from "../../store/people/nhi-drift.ts";
import { listProfiled, type NhiProfile, removeNhiProfiles, saveNhiProfiles } from "../../store/people/nhi-profiles.ts";
import { contentName, findRowFacts } from "../../store/rows/row-ids.ts";
import { finalDayOf } from "../drift/final-day.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import { chunksOf, listNhiSubjects, type NhiSubject, readTuids } from "./nhi-subjects.ts";
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
    const fleet = fleetOf(run.directory, await readSources(run.db, run.day), (objectId) => tuids.get(objectId) ?? null);
    const subjects = await listNhiSubjects(run, tuids, names);
    for (const chunk of chunksOf(subjects, CHUNK)) {
      if (run.isStopped()) return;
      await analyzeChunk(run, fleet, chunk, names);
    }
    await removeOthers(run, new Set(subjects.map(({ nuid }) => nuid)));
  },
};

async function analyzeChunk(
  run: AnalysisRun,
  fleet: Fleet,
  chunk: readonly NhiSubject[],
  names: ValueNames,
): Promise<void> {
  const { db, day, asOf } = run;
  const own = await withoutImported(run, chunk);
  const activity = await readActivity(
    db,
    own.map(({ nuid, keys }) => ({ id: nuid, keys })),
    day - HISTORY_DAYS,
    day,
    names,
  );
  const changes = changesByTarget(
    await readDirectoryChanges(db, { targets: own.flatMap(({ keys }) => keys), to: asOf }),
  );
  const drift = driftByNuid(
    await readNhiDrift(
      db,
      own.map(({ nuid }) => nuid),
      { toDay: day + 1, finalDay: finalDayOf(day) },
    ),
  );
  const analyzed: AnalyzedNhi[] = [];
  for (const subject of own) {
    await run.slice.pause();
    const facts = {
      ...accessFacts(run, subject),
      nuid: subject.nuid,
      service: subject.service,
      user: subject.user,
      name: subject.name,
      key: subject.keys[0] ?? null,
      days: activity.get(subject.nuid) ?? [],
      changes: subject.keys.flatMap((key) => changes.get(key) ?? []).sort(byTime),
      drift: drift.get(subject.nuid) ?? [],
      fleet,
      day,
    };
    const result = spareOthers(run, () => analyzeNhi(facts));
    if (result) analyzed.push(result);
  }
  await storeChunk(run, analyzed);
}

/** Leaves out services that an imported record describes: it stays as it was imported. */
async function withoutImported(run: AnalysisRun, chunk: readonly NhiSubject[]): Promise<readonly NhiSubject[]> {
  const principals = chunk.flatMap(({ service }) => service?.objectId ?? []);
  const imported = await findImportedPrincipals(run.db, principals);
  return chunk.filter(({ service }) => !service || !imported.has(service.objectId));
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

async function storeChunk(run: AnalysisRun, analyzed: readonly AnalyzedNhi[]): Promise<void> {
  const profiles = await toProfiles(run, analyzed);
  await run.db.transaction(async (tx) => {
    const known = await findNhiById(
      tx,
      analyzed.map(({ item }) => item.nuid),
    );
    const items = analyzed.map(({ item }) => item);
    const changed = items.filter((item) => {
      const before = known.get(item.nuid);
      return (
        !before ||
        before.principalId !== item.principalId ||
        before.appId !== item.appId ||
        renderNhi(before) !== renderNhi(item)
      );
    });
    await saveListedNhi(tx, changed);
    const saved = await saveNhiProfiles(tx, profiles);
    run.count?.("nhi", saved);
  });
}

/** Replaces the references to rows by the ids that a reader can look up; rows that no longer exist are left out. */
async function toProfiles({ db }: AnalysisRun, analyzed: readonly AnalyzedNhi[]): Promise<readonly NhiProfile[]> {
  const rows = await findRowFacts(
    db,
    analyzed.flatMap(({ detail }) => (detail.call_samples ?? []).map(({ row }) => row)),
  );
  return analyzed.map(({ item, detail, summary, features }) => ({
    nuid: item.nuid,
    sections: JSON.stringify({
      ...detail,
      call_samples:
        detail.call_samples
          ?.flatMap(({ row, why, ...sample }) => {
            const stored = rows.get(contentName(row));
            if (stored === undefined) return [];
            const at = stored.at.toISOString();
            return [{ ...sample, at, source_table: row.table, item_id: stored.rowId, why }];
          })
          .sort((a, b) => byText(b.at, a.at) || byText(a.item_id, b.item_id)) ?? null,
    }),
    summary,
    features,
  }));
}

/** Removes identities that are no longer analyzed: accounts that turned out to be people's, and actors with a directory object now. */
async function removeOthers(run: AnalysisRun, kept: ReadonlySet<string>): Promise<void> {
  const gone = (await listProfiled(run.db)).filter((nuid) => !kept.has(nuid));
  for (const chunk of chunksOf(gone)) {
    await run.db.transaction(async (tx) => {
      await removeNhi(tx, chunk, run.now);
      await removeNhiProfiles(tx, chunk);
    });
  }
}
