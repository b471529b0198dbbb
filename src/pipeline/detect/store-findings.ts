import type { Supersession } from "../../analysis/detect/supersede.ts";
import type { Finding } from "../../model/finding.ts";
import type { RowActor } from "../../model/rows/actor.ts";
import { LATE_MS, type RowRef } from "../../model/rows/log-row.ts";
import { renderCaseEvent, type ThreatEvent } from "../../model/threat-event.ts";
import { findCasesHolding } from "../../store/cases/case-events.ts";
import { lockCasesHolding } from "../../store/cases/case-locks.ts";
import { rerenderCases } from "../../store/cases/cases.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { findActors } from "../../store/people/identities.ts";
import { withMentions } from "../../store/people/user-mentions.ts";
import { contentName, type RowContent } from "../../store/rows/row-content.ts";
import { findRowIds } from "../../store/rows/row-ids.ts";
import {
  type KnownFinding,
  readEvidenceOn,
  readPeriods,
  removeFindings,
  restoreThreats,
  type StoredFinding,
  saveFindings,
} from "../../store/threats/findings.ts";
import { lockThreats, saveThreats } from "../../store/threats/threats.ts";
import { describeFindings, type FreshFinding, type RowOfBatch } from "./describe-findings.ts";
import type { Evaluated } from "./evaluate-groups.ts";
import { supersedeFindings } from "./supersede-findings.ts";
import { eventIdOf, sourceEventIdsOf, toStoredFinding, toThreatEvent, withSourceIds } from "./threat-of-finding.ts";

export interface FindingsToStore {
  /** Findings of rules on single rows. */
  readonly single: readonly Finding[];
  /** Findings of groups, by period. */
  readonly evaluated: readonly Evaluated[];
  /** Returns when the row that completed a finding was received. */
  readonly receivedAt: (finding: Finding) => Date;
  /** Returns the rows of the batch; without it all rows are read. */
  readonly rowOfBatch?: RowOfBatch;
  readonly supersession: Supersession;
  readonly now: Date;
}

/** A subject whose findings changed, and the time of the newest. */
export interface ChangedSubject {
  readonly subject: string;
  readonly lastEventAt: Date;
}

export interface StoredChanges {
  /** Threat events that are new or changed. */
  readonly saved: number;
  readonly subjects: readonly ChangedSubject[];
}

/**
 * Stores findings as threat events: adds new ones, updates changed ones, removes those of an evaluated period that are no
 * longer found, and hides those that another one replaces.
 */
export async function storeFindings(tx: DomainDb, given: FindingsToStore): Promise<StoredChanges> {
  const found = await readPeriods(
    tx,
    given.evaluated.map(({ range }) => range),
  );
  const known = new Map(found.map((finding) => [finding.eventId, finding]));
  const supported = freshFindings(tx.domainId, given, known);
  const differing = supported.filter(({ stored }) => known.get(stored.eventId)?.digest !== stored.digest);
  const changed = await describeFindings(tx, differing, given.rowOfBatch ?? (() => undefined));
  const supportedIds = new Set([
    ...supported.map(({ stored }) => stored.eventId),
    ...unreportedIds(tx.domainId, given),
  ]);
  const unsupported = found.filter(({ eventId }) => !supportedIds.has(eventId));
  if (changed.length + unsupported.length === 0) return { saved: 0, subjects: [] };
  // Cases are locked before events, in the same order as a verdict does, so that no flag changes between read and
  // write.
  await lockCasesHolding(tx, [...changed.map(({ stored }) => stored.eventId), ...unsupported.map(idOf)]);
  await writeChanged(tx, changed, given);
  const removed = await removeFindings(tx, unsupported.map(idOf), given.now);
  const vanished = unsupported.filter(({ eventId }) => removed.has(eventId));
  const before = changed.flatMap(({ stored }) => known.get(stored.eventId) ?? []);
  const touched = [...changed.map(({ stored }) => stored), ...before, ...vanished];
  const superseding = await supersedeFindings(tx, touched, given.supersession, given.now);
  const others = [...vanished, ...superseding.changed, ...(await concernedBy(tx, changed))];
  return { saved: changed.length - superseding.hidden, subjects: subjectsOf(changed, others, known) };
}

/** Returns the subjects of the accounts that findings about others concern: what happened to them is judged again. */
async function concernedBy(tx: DomainDb, changed: readonly FreshFinding[]) {
  const named = changed.flatMap(({ stored: { facts, at } }) => (facts.account ? [{ key: facts.account, at }] : []));
  if (named.length === 0) return [];
  const keys = [...new Set(named.map(({ key }) => key))];
  const accounts = keys.flatMap(accountsOf);
  const found = await findActors(
    tx,
    accounts.map(({ actor }) => actor),
  );
  return named.flatMap(({ key, at }) =>
    accounts
      .filter((account) => account.key === key)
      .map(({ actor }) => ({ subject: found.get(actor)?.subject ?? null, at })),
  );
}

/** Returns the actors that a key may mean: the id of an application can be that of its principal. */
function accountsOf(key: string): readonly { readonly key: string; readonly actor: RowActor }[] {
  const id = key.startsWith(APPLICATION) ? key.slice(APPLICATION.length) : null;
  const names = id === null ? [key] : [key, `oid:${id}`];
  const kind = id === null ? "user" : "service";
  return names.map((name) => ({ key, actor: { kind, key: name, keys: [name], upn: upnOf(name), name: null } }));
}

const APPLICATION = "app:";

const upnOf = (key: string): string | null => (key.startsWith("upn:") ? key.slice("upn:".length) : null);

const idOf = ({ eventId }: { readonly eventId: string }): string => eventId;

/** Returns the ids of events that are neither changed nor withdrawn. */
const unreportedIds = (domainId: string, { evaluated }: FindingsToStore): readonly string[] =>
  evaluated.flatMap(({ unreported = [] }) => unreported.map((finding) => eventIdOf(domainId, finding)));

function freshFindings(
  domainId: string,
  { single, evaluated, now }: FindingsToStore,
  known: ReadonlyMap<string, KnownFinding>,
): readonly FreshFinding[] {
  const nowhere = { group: null, period: null };
  const fresh = [
    ...single.map((finding) => ({ finding, stored: toStoredFinding(domainId, finding, nowhere, now) })),
    ...evaluated.flatMap(({ range, findings }) =>
      findings.map((finding) => {
        const place = { group: range.group, period: finding.period };
        const stored = toStoredFinding(domainId, finding, place, now);
        return { finding, stored: { ...stored, recordedAt: known.get(stored.eventId)?.recordedAt ?? now } };
      }),
    ),
  ];
  return [...new Map(fresh.map((one) => [one.stored.eventId, one])).values()];
}

/** Writes events and their findings, and renders the cases that hold them again. */
async function writeChanged(
  tx: DomainDb,
  changed: readonly FreshFinding[],
  { receivedAt, now }: FindingsToStore,
): Promise<void> {
  if (changed.length === 0) return;
  const before = await lockThreats(
    tx,
    changed.map(({ stored }) => stored.eventId),
  );
  const rowIdOf = await rowIdsOf(
    tx,
    changed.map(({ stored }) => stored),
  );
  const events = changed.map(({ finding, stored }) => {
    const createdAt = createdAtOf(finding, receivedAt(finding), now);
    return withHistory(toThreatEvent(tx.domainId, finding, createdAt, rowIdOf), before.get(stored.eventId));
  });
  const threats = await withMentions(tx, events);
  const saved = await saveThreats(tx, threats, now);
  if (saved !== threats.length) throw new Error(`stored ${saved} of ${threats.length} events`);
  await saveFindings(
    tx,
    changed.map(({ stored }) => stored),
  );
  if (before.size === 0) return;
  await restoreThreats(tx, [...before.keys()]);
  await rerenderHolding(tx, before, threats, now);
}

/** Renders again the cases that hold a changed event. */
async function rerenderHolding(
  tx: DomainDb,
  before: ReadonlyMap<string, ThreatEvent>,
  threats: readonly ThreatEvent[],
  now: Date,
): Promise<void> {
  const changed = threats.filter((threat) => {
    const old = before.get(threat.eventId);
    return old && (old.tuid !== threat.tuid || renderCaseEvent(old) !== renderCaseEvent(threat));
  });
  await rerenderCases(tx, await findCasesHolding(tx, changed.map(idOf)), now);
}

const toContent = ({ table, rowId, at }: RowRef) => ({ table, contentKey: rowId, at });

/** Looks up the current ids of the rows behind findings. */
async function rowIdsOf(
  tx: DomainDb,
  findings: readonly Pick<StoredFinding, "evidence">[],
): Promise<(ref: RowRef) => string> {
  const refs = findings.flatMap(({ evidence }) => evidence);
  const ids = await findRowIds(tx, refs.map(toContent));
  return (ref) => ids.get(contentName(toContent(ref))) ?? ref.rowId;
}

/** Returns when the service recorded the event, or the time it happened if it comes from a backfill. */
function createdAtOf({ at }: Finding, receivedAt: Date, now: Date): Date {
  return receivedAt.getTime() - at <= LATE_MS ? now : new Date(at);
}

/** Keeps the creation time and the flags of an event that exists already. */
function withHistory(threat: ThreatEvent, before: ThreatEvent | undefined): ThreatEvent {
  if (!before) return threat;
  return { ...threat, createdAt: before.createdAt, flagged: before.flagged, safe: before.safe };
}

function subjectsOf(
  changed: readonly FreshFinding[],
  others: readonly Pick<KnownFinding, "subject" | "at">[],
  known: ReadonlyMap<string, KnownFinding>,
): readonly ChangedSubject[] {
  const touched = [
    ...changed.map(({ stored }) => ({ subject: stored.subject, at: stored.at })),
    // A finding may have had another subject before.
    ...changed.flatMap(({ stored }) => known.get(stored.eventId) ?? []),
    ...others,
  ];
  const last = new Map<string, number>();
  for (const { subject, at } of touched) {
    if (subject) last.set(subject, Math.max(last.get(subject) ?? Number.NEGATIVE_INFINITY, at.getTime()));
  }
  return [...last].map(([subject, at]) => ({ subject, lastEventAt: new Date(at) }));
}

/** Updates row ids in the events that refer to the rows, and in the cases that hold those events. */
export async function renameEvidence(tx: DomainDb, renamed: readonly RowContent[], now: Date): Promise<void> {
  const findings = renamed.length === 0 ? [] : await readEvidenceOn(tx, renamed);
  if (findings.length === 0) return;
  await lockCasesHolding(tx, findings.map(idOf));
  const threats = await lockThreats(tx, findings.map(idOf));
  const rowIdOf = await rowIdsOf(tx, findings);
  const changed = findings.flatMap(({ eventId, evidence }) => {
    const threat = threats.get(eventId);
    return threat ? [withSourceIds(threat, sourceEventIdsOf(evidence, rowIdOf))] : [];
  });
  await saveThreats(tx, changed, now);
  await rerenderHolding(tx, threats, changed, now);
}
