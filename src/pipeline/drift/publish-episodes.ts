import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import type { RatedChange } from "../../analysis/drift/drift-severity.ts";
import { DRIFT_WINDOWS } from "../../analysis/drift/drift-windows.ts";
import type { DriftEvent } from "../../model/drift.ts";
import type { RowRef as ActivityRow } from "../../model/identity/activity.ts";
import type { Actor } from "../../model/rows/actor.ts";
import { shownAddress, shownName } from "../../model/shown-person.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { queueSubjects } from "../../store/cases/judge-queue.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { acquirePipelineLock } from "../../store/database/pipeline-lock.ts";
import { type DriftNhi, type DriftPerson, findDriftNhi, findDriftUsers } from "../../store/drift/drift-people.ts";
import { markPublished, readUnpublished, type StoredEpisode } from "../../store/drift/episodes.ts";
import { saveDrift } from "../../store/people/drift.ts";
import { contentName } from "../../store/rows/row-content.ts";
import { findRowFacts, type RowFacts } from "../../store/rows/row-ids.ts";
import { startOfDay } from "../analyze/evaluation-day.ts";
import { correlateSubjects } from "../correlate/correlate-subjects.ts";
import { storeFindings } from "../detect/store-findings.ts";
import { toDelta } from "./drift-delta.ts";
import { toFinding } from "./drift-finding.ts";

/** Episodes that are published in one transaction. */
const AT_ONCE = 100;

/** An episode with the change it was opened for. */
interface Published {
  readonly episode: StoredEpisode;
  readonly change: RatedChange;
  readonly user: DriftPerson | undefined;
  readonly nhi: DriftNhi | undefined;
}

/**
 * Publishes the episodes that can no longer be withdrawn as drift events; one of high severity is also a threat event.
 * Returns the number of events.
 */
export async function publishEpisodes(db: DomainHandle, upTo: number, now: Date): Promise<number> {
  for (let published = 0; ; ) {
    const found = await db.transaction((tx) => publishNext(tx, upTo, now));
    published += found;
    if (found < AT_ONCE) return published;
  }
}

async function publishNext(tx: DomainDb, upTo: number, now: Date): Promise<number> {
  const episodes = await readUnpublished(tx, upTo, AT_ONCE);
  if (episodes.length === 0) return 0;
  // Threat events are written under the lock of the pipeline, as those of detectors are.
  await acquirePipelineLock(tx);
  const published = await withPeople(tx, episodes);
  const rows = published.flatMap(({ change }) => rowsOf(change));
  const facts = rows.length === 0 ? new Map<string, RowFacts>() : await findRowFacts(tx, rows);
  const rowIdOf = (ref: ActivityRow): string => facts.get(contentName(ref))?.rowId ?? ref.contentKey;
  await saveDrift(
    tx,
    published.map((one) => toDriftEvent(one, rowIdOf)),
  );
  await storeThreats(tx, published, facts, now);
  await markPublished(
    tx,
    episodes.map(({ driftId }) => driftId),
    now,
  );
  return episodes.length;
}

const rowsOf = ({ items }: RatedChange): readonly ActivityRow[] => items.flatMap((item) => item.rows);

async function withPeople(tx: DomainDb, episodes: readonly StoredEpisode[]): Promise<readonly Published[]> {
  const changes = episodes.map((episode) => ({ episode, change: JSON.parse(episode.change) as RatedChange }));
  const idsOf = (kind: RatedChange["kind"]) => [
    ...new Set(changes.filter(({ change }) => change.kind === kind).map(({ change }) => change.subject)),
  ];
  const users = await findDriftUsers(tx, idsOf("user"));
  const services = await findDriftNhi(tx, idsOf("nhi"));
  return changes.map(({ episode, change }) => {
    const nhi = services.get(change.subject);
    const summary = nhi ? namedSummary(nhi, change.summary) : change.summary;
    return { episode, change: { ...change, summary }, user: users.get(change.subject), nhi };
  });
}

const MAX_NAME = 80;
const MAX_SUMMARY = 400;

/** Begins a summary with the name of the non-human identity, because the event names only its steward. */
const namedSummary = ({ name }: DriftNhi, summary: string): string =>
  safeText(`${safeText(name, MAX_NAME)}: ${summary}`, MAX_SUMMARY);

function toDriftEvent({ episode, change, user, nhi }: Published, rowIdOf: (ref: ActivityRow) => string): DriftEvent {
  const days = DRIFT_WINDOWS.find(({ period }) => period === change.period)?.days ?? 0;
  const person = user ?? nhi?.steward ?? { name: nhi?.name ?? null, email: null };
  return {
    driftId: episode.driftId,
    tuid: change.kind === "user" ? change.subject : null,
    computator: change.computator,
    timePeriod: change.period,
    delta: toDelta(change, rowIdOf),
    periodStartAt: startOfDay(change.day - days),
    detectedAt: startOfDay(change.day),
    user: { name: shownName(person.name), email: shownAddress(person.email) },
  };
}

/** Stores the threat events of changes of high severity. */
async function storeThreats(
  tx: DomainDb,
  published: readonly Published[],
  facts: ReadonlyMap<string, RowFacts>,
  now: Date,
): Promise<void> {
  const findings = published.flatMap((one) => {
    if (one.change.severity !== "high") return [];
    const rows = uniqueRows(rowsOf(one.change)).flatMap((ref) => {
      const row = facts.get(contentName(ref));
      return row ? [{ table: ref.table, rowId: ref.contentKey, at: row.at.getTime() }] : [];
    });
    return toFinding(one.episode.driftId, one.change, toActor(one), rows) ?? [];
  });
  if (findings.length === 0) return;
  const stored = { single: findings, evaluated: [], receivedAt: () => now, supersession: new Map(), now };
  const { subjects } = await storeFindings(tx, stored);
  await queueSubjects(
    tx,
    subjects.map((changed) => ({ ...changed, firstRecordedAt: now })),
    CORRELATION,
  );
  await correlateSubjects(
    tx,
    () => now,
    subjects.map(({ subject }) => subject),
  );
}

const uniqueRows = (rows: readonly ActivityRow[]): readonly ActivityRow[] => [
  ...new Map(rows.map((row) => [contentName(row), row])).values(),
];

function toActor({ change, user, nhi }: Published): Actor {
  if (change.kind === "user") {
    const upn = user?.upn?.toLowerCase() ?? null;
    const key = upn === null ? `tuid:${change.subject}` : `upn:${upn}`;
    return {
      kind: "user",
      key,
      keys: [key],
      upn,
      name: user?.name ?? null,
      subject: change.subject,
      tuid: change.subject,
      email: user?.email ?? upn,
    };
  }
  const key = nhi?.principalId ? `oid:${nhi.principalId.toLowerCase()}` : `app:${nhi?.appId ?? change.subject}`;
  return {
    kind: "service",
    key,
    keys: [key],
    upn: null,
    name: nhi?.name ?? null,
    subject: key,
    tuid: null,
    email: null,
  };
}
