import type { DriftChange } from "../../analysis/drift/drift-change.ts";
import type { DriftSubject } from "../../analysis/drift/evaluate-day.ts";
import { exactChanges } from "../../analysis/drift/exact-changes.ts";
import type { ActivityDay } from "../../model/identity/activity.ts";
import type { Holding } from "../../model/identity/holding.ts";
import { nameId } from "../../runtime/ids.ts";
import { readActivity } from "../../store/activity/activity-days.ts";
import { readActiveIdentities } from "../../store/activity/actors.ts";
import { readSources } from "../../store/activity/sources.ts";
import { ValueNames } from "../../store/activity/value-names.ts";
import { readGroups } from "../../store/drift/drift-people.ts";
import { listChangedHolders, readHoldings } from "../../store/holdings/holdings.ts";
import type { DriftSource } from "../drift/evaluate-days.ts";
import { BACKFILL_DAYS, type ExactChangesOf, runDrift } from "../drift/run-drift.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import { startOfDay } from "./evaluation-day.ts";

/** The longest window in days, with its reference. */
const LONGEST_DAYS = 360;
const CHUNK = 500;

/** Finds the identities that behave, or are entitled, differently from their own past. */
export const driftPhase: AnalysisPhase = {
  name: "drift",
  run: async (run) => {
    const source = await openSource(run);
    await runDrift(run, source, await loadExactChanges(run, source));
  },
};

/** The identities with activity: users by `tuid`, services by `nuid`. */
async function openSource({ db }: AnalysisRun): Promise<DriftSource> {
  const groups = await readGroups(db);
  const keys = new Map<string, readonly string[]>();
  const subjects: DriftSubject[] = [];
  for (const identity of (await readActiveIdentities(db)).values()) {
    if (identity.kind === "machine") continue;
    const id = identity.tuid ?? nameId(db.domainId, `nhi:${identity.subject}`);
    keys.set(id, identity.keys);
    subjects.push({ id, kind: identity.tuid ? "user" : "nhi", group: groups.get(id) ?? null });
  }
  subjects.sort((left, right) => (left.id < right.id ? -1 : 1));
  const names = new ValueNames();
  return {
    subjects,
    readActivity: (chunk, fromDay, toDay) => {
      const identities = chunk.map(({ id }) => ({ id, keys: keys.get(id) ?? [] }));
      return readActivity(db, identities, fromDay, toDay, names);
    },
  };
}

/** An identity whose holdings changed, with the days on which it was active. */
interface Holder {
  readonly subject: DriftSubject;
  readonly holdings: readonly Holding[];
  readonly days: readonly Pick<ActivityDay, "day" | "events">[];
}

/** Loads the identities whose holdings changed in reach of any window, and what they hold. */
async function loadExactChanges(run: AnalysisRun, source: DriftSource): Promise<ExactChangesOf> {
  const { db, day, slice, directory } = run;
  const fromDay = day - BACKFILL_DAYS - LONGEST_DAYS;
  const changed = await listChangedHolders(db, startOfDay(fromDay));
  const known = new Map(source.subjects.map((subject) => [subject.id, subject]));
  const services = new Set(directory.services.map(({ objectId }) => nameId(db.domainId, `nhi:oid:${objectId}`)));
  const subjectOf = (id: string): DriftSubject =>
    known.get(id) ?? { id, kind: services.has(id) ? "nhi" : "user", group: null };
  const holders: Holder[] = [];
  for (let start = 0; start < changed.length; start += CHUNK) {
    const ids = changed.slice(start, start + CHUNK);
    const holdings = await readHoldings(db, ids);
    const active = ids.flatMap((id) => known.get(id) ?? []);
    const activity = await source.readActivity(active, fromDay, day);
    const daysOf = (id: string) => (activity.get(id) ?? []).map((one) => ({ day: one.day, events: one.events }));
    holders.push(...ids.map((id) => ({ subject: subjectOf(id), holdings: holdings.get(id) ?? [], days: daysOf(id) })));
    await slice.pause();
  }
  const firstDays = [...(await readSources(db, day)).values()].map(({ firstDay }) => firstDay);
  const observedFrom = firstDays.length === 0 ? null : Math.min(...firstDays);
  return async (at) => {
    const found: DriftChange[] = [];
    for (const { subject, holdings, days } of holders) {
      const facts = { holdings, observedFrom, countIn: (from: number, to: number) => countIn(days, from, to) };
      for (const change of exactChanges(subject, facts, at)) found.push(change);
      await slice.pause();
    }
    return found;
  };
}

function countIn(days: Holder["days"], from: number, to: number): { activeDays: number; events: number } {
  const own = days.filter(({ day }) => day >= from && day < to);
  return { activeDays: own.length, events: own.reduce((sum, { events }) => sum + events, 0) };
}
