import type { DriftChange } from "../../analysis/drift/drift-change.ts";
import type { DriftSubject } from "../../analysis/drift/drift-subject.ts";
import { DRIFT_REACH_DAYS } from "../../analysis/drift/drift-windows.ts";
import { exactChanges, type HeldFacts } from "../../analysis/drift/exact-changes.ts";
import type { ActivityDay } from "../../model/identity/activity.ts";
import { createPartsDigest } from "../../runtime/hashing.ts";
import { nameId } from "../../runtime/ids.ts";
import { readActivity } from "../../store/activity/activity-days.ts";
import { readActiveIdentities } from "../../store/activity/actors.ts";
import { readDayDigests } from "../../store/activity/day-digests.ts";
import { countLabelChanges } from "../../store/activity/label-changes.ts";
import { readSources } from "../../store/activity/sources.ts";
import { ValueNames } from "../../store/activity/value-names.ts";
import { readGroups } from "../../store/drift/drift-people.ts";
import { listChangedHolders, readHoldings } from "../../store/holdings/holdings.ts";
import { findAliasedUsers } from "../../store/people/identities.ts";
import type { DriftSource } from "../drift/evaluate-days.ts";
import { BACKFILL_DAYS, COMPUTATORS_VERSION, type ExactChangesOf, runDrift } from "../drift/run-drift.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import { startOfDay } from "./evaluation-day.ts";
import { chunksOf } from "./nhi-subjects.ts";

/** The longest window in days, with its reference. */
export const LONGEST_DAYS = 360;
/** Identities whose holdings or digests are read at once, and those whose days are. */
const CHUNK = 500;
const CHUNK_OF_DAYS = 50;

/** Finds the identities that behave, or are entitled, differently from their own past. */
export const driftPhase: AnalysisPhase = {
  name: "drift",
  run: async (run) => {
    const active = await readActive(run);
    const held = await readHeld(run, active.subjects);
    const source = toSource(run, active, held.digest);
    await runDrift(run, source, exactChangesOf(run, source, held));
  },
};

/** The identities with activity: users by `tuid`, services by `nuid`. */
interface Active {
  /** Ordered by id. */
  readonly subjects: readonly DriftSubject[];
  readonly keysOf: (subject: DriftSubject) => readonly string[];
}

async function readActive({ db }: AnalysisRun): Promise<Active> {
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
  return { subjects, keysOf: ({ id }) => keys.get(id) ?? [] };
}

function toSource({ db, slice }: AnalysisRun, { subjects, keysOf }: Active, heldDigest: string): DriftSource {
  const names = new ValueNames();
  return {
    subjects,
    readActivity: (chunk, fromDay, toDay) => {
      const identities = chunk.map((subject) => ({ id: subject.id, keys: keysOf(subject) }));
      return readActivity(db, identities, fromDay, toDay, names);
    },
    digestInputs: async (days) => {
      const ranges = days.map((day) => ({ from: day - DRIFT_REACH_DAYS, to: day }));
      const digests = days.map(() => createPartsDigest());
      const shared = JSON.stringify([COMPUTATORS_VERSION, await countLabelChanges(db), heldDigest]);
      for (const digest of digests) digest.add(shared);
      for (let start = 0; start < subjects.length; start += CHUNK) {
        const chunk = subjects.slice(start, start + CHUNK);
        const found = await readDayDigests(db, chunk.flatMap(keysOf), ranges);
        for (const subject of chunk) {
          await slice.pause();
          for (const [place, digest] of digests.entries()) {
            const own = keysOf(subject).map((key) => [key, found.get(key)?.[place] ?? null]);
            digest.add(JSON.stringify([subject, own]));
          }
        }
      }
      return new Map(days.map((day, place) => [day, digests[place]?.end() ?? ""]));
    },
  };
}

interface Holder extends Pick<HeldFacts, "holdings" | "createdAt"> {
  readonly subject: DriftSubject;
}

/** What identities hold whose holdings changed in reach of any window. */
interface Held {
  readonly holders: readonly Holder[];
  /** The first day with activity of the organization; null without any. */
  readonly observedFrom: number | null;
  readonly digest: string;
}

const firstDayOf = (day: number): number => day - BACKFILL_DAYS - LONGEST_DAYS;

/** Returns when identities were created that are newer than the first day whose changes matter. */
async function readCreated(run: AnalysisRun): Promise<ReadonlyMap<string, Date>> {
  const { db, day, directory, slice } = run;
  const first = startOfDay(firstDayOf(day));
  const isNew = ({ createdAt }: { readonly createdAt: Date | null }): boolean =>
    createdAt !== null && createdAt >= first;
  const created = new Map<string, Date>();
  for (const { objectId, createdAt } of directory.services.filter(isNew)) {
    if (createdAt) created.set(nameId(db.domainId, `nhi:oid:${objectId}`), createdAt);
  }
  for (const chunk of chunksOf(directory.users.filter(isNew))) {
    const aliases = chunk.map(({ objectId }) => `oid:${objectId}`);
    const tuids = await findAliasedUsers(db, aliases);
    for (const { objectId, createdAt } of chunk) {
      const tuid = tuids.get(`oid:${objectId}`);
      if (tuid && createdAt) created.set(tuid, createdAt);
    }
    await slice.pause();
  }
  return created;
}

async function readHeld(run: AnalysisRun, active: readonly DriftSubject[]): Promise<Held> {
  const { db, day, slice, directory } = run;
  const created = await readCreated(run);
  const changed = await listChangedHolders(db, startOfDay(firstDayOf(day)));
  const known = new Map(active.map((subject) => [subject.id, subject]));
  const services = new Set(directory.services.map(({ objectId }) => nameId(db.domainId, `nhi:oid:${objectId}`)));
  const subjectOf = (id: string): DriftSubject =>
    known.get(id) ?? { id, kind: services.has(id) ? "nhi" : "user", group: null };
  const holders: Holder[] = [];
  const digest = createPartsDigest();
  for (let start = 0; start < changed.length; start += CHUNK) {
    const ids = changed.slice(start, start + CHUNK);
    const holdings = await readHoldings(db, ids);
    for (const id of ids) {
      const holder = { subject: subjectOf(id), holdings: holdings.get(id) ?? [], createdAt: created.get(id) ?? null };
      holders.push(holder);
      // When a holding was last listed changes with every listing, and no change depends on it.
      digest.add(JSON.stringify(holder, (name, value: unknown) => (name === "lastSeen" ? undefined : value)));
    }
    await slice.pause();
  }
  const firstDays = [...(await readSources(db, day)).values()].map(({ firstDay }) => firstDay);
  const observedFrom = firstDays.length === 0 ? null : Math.min(...firstDays);
  digest.add(String(observedFrom));
  return { holders, observedFrom, digest: digest.end() };
}

type CountedDays = readonly Pick<ActivityDay, "day" | "events">[];

/** Reads the days of identities whose holdings changed, for the numbers beside a change, when a day is evaluated. */
function exactChangesOf(
  { day, slice }: AnalysisRun,
  source: DriftSource,
  { holders, observedFrom }: Held,
): ExactChangesOf {
  let counted: Promise<ReadonlyMap<string, CountedDays>> | undefined;
  const readDays = async (): Promise<ReadonlyMap<string, CountedDays>> => {
    const found = new Map<string, CountedDays>();
    for (let start = 0; start < holders.length; start += CHUNK_OF_DAYS) {
      const chunk = holders.slice(start, start + CHUNK_OF_DAYS).map(({ subject }) => subject);
      for (const [id, days] of await source.readActivity(chunk, firstDayOf(day), day)) {
        found.set(
          id,
          days.map((one) => ({ day: one.day, events: one.events })),
        );
      }
      await slice.pause();
    }
    return found;
  };
  return async (at) => {
    counted ??= readDays();
    const days = await counted;
    const found: DriftChange[] = [];
    for (const { subject, holdings, createdAt } of holders) {
      const own = days.get(subject.id) ?? [];
      const facts = {
        holdings,
        observedFrom,
        createdAt,
        countIn: (from: number, to: number) => countIn(own, from, to),
      };
      for (const change of exactChanges(subject, facts, at)) found.push(change);
      await slice.pause();
    }
    return found;
  };
}

function countIn(days: CountedDays, from: number, to: number): { activeDays: number; events: number } {
  const own = days.filter(({ day }) => day >= from && day < to);
  return { activeDays: own.length, events: own.reduce((sum, { events }) => sum + events, 0) };
}
