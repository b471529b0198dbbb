import type { FindingFacts } from "../../model/finding-facts.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogTable, RowRef } from "../../model/rows/log-row.ts";
import type { Severity, Signal, ThreatType } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";
import type { RowContent } from "../rows/row-content.ts";

/** The finding of a detector from which a threat event was created. */
export interface StoredFinding {
  readonly eventId: string;
  /** The detector's slug. */
  readonly detector: string;
  readonly major: number;
  /** Null for a rule that matches single rows. */
  readonly group: string | null;
  readonly period: number | null;
  /** The event time of the row that completed it. */
  readonly at: Date;
  readonly recordedAt: Date;
  readonly severity: Severity;
  readonly title: string;
  readonly threatType: ThreatType;
  readonly tactics: readonly string[];
  readonly techniques: readonly string[];
  readonly signal: Signal;
  readonly actor: Actor | null;
  /** Whom or what it is about: the subject of the actor, or a machine, an address or an application. */
  readonly subject: string | null;
  readonly facts: FindingFacts;
  /** The precision that its detector declares. */
  readonly precision: number | null;
  /** The triggering row first. `rowId` is the content key here. */
  readonly evidence: readonly RowRef[];
  readonly digest: string;
}

const SHAPE: RowShape = {
  table: "threat_findings",
  resource: null,
  columns: {
    event_id: "uuid",
    detector: "text",
    major: "integer",
    group_key: "text",
    period: "bigint",
    at: "timestamptz",
    recorded_at: "timestamptz",
    severity: "text",
    title: "text",
    threat_type: "text",
    tactics: "text[]",
    techniques: "text[]",
    signal: "text",
    subject: "text",
    concerns: "text",
    actor: "text",
    evidence: "text",
    facts: "text",
    precision: "double precision",
    digest: "text",
  },
  key: ["event_id"],
};

/** Inserts or replaces findings with their evidence. */
export async function saveFindings(tx: DomainDb, findings: readonly StoredFinding[]): Promise<void> {
  if (findings.length === 0) return;
  await saveRows(tx, SHAPE, findings.map(toRow));
  await forgetEvidence(
    tx,
    findings.map(({ eventId }) => eventId),
  );
  const pairs = findings.flatMap(({ eventId, evidence }) => evidence.map((ref) => ({ eventId, ref })));
  await tx.execute(
    `insert into threat_evidence (domain_id, table_name, content_key, event_id)
     select $1, table_name, content_key, event_id
     from unnest($2::text[], $3::uuid[], $4::uuid[]) as pair (table_name, content_key, event_id)
     on conflict do nothing`,
    [pairs.map(({ ref }) => ref.table), pairs.map(({ ref }) => ref.rowId), pairs.map(({ eventId }) => eventId)],
  );
}

async function forgetEvidence(tx: DomainDb, eventIds: readonly string[]): Promise<void> {
  await tx.execute("delete from threat_evidence where domain_id = $1 and event_id = any($2::uuid[])", [eventIds]);
}

function toRow(finding: StoredFinding): Record<string, unknown> {
  return {
    event_id: finding.eventId,
    detector: finding.detector,
    major: finding.major,
    group_key: finding.group,
    period: finding.period,
    at: finding.at,
    recorded_at: finding.recordedAt,
    severity: finding.severity,
    title: finding.title,
    threat_type: finding.threatType,
    tactics: finding.tactics,
    techniques: finding.techniques,
    signal: finding.signal,
    subject: finding.subject,
    concerns: finding.facts.account ?? null,
    actor: finding.actor && JSON.stringify(finding.actor),
    evidence: JSON.stringify(finding.evidence.map(({ table, rowId, at }) => [table, rowId, at])),
    facts: JSON.stringify(finding.facts),
    precision: finding.precision,
    digest: finding.digest,
  };
}

/** Returns the evidence of each event that is based on any of these rows. */
export async function readEvidenceOn(
  db: DomainDb,
  rows: readonly RowContent[],
): Promise<readonly Pick<StoredFinding, "eventId" | "evidence">[]> {
  const found = await db.query<{ event_id: string; evidence: string }>(
    `select f.event_id, f.evidence from threat_findings f where f.domain_id = $1 and f.event_id in (
       select e.event_id from unnest($2::text[], $3::uuid[]) as given (table_name, content_key)
       join threat_evidence e on e.domain_id = $1 and e.table_name = given.table_name
         and e.content_key = given.content_key)`,
    [rows.map(({ table }) => table), rows.map(({ contentKey }) => contentKey)],
  );
  return found.map((row) => ({ eventId: row.event_id, evidence: toEvidence(row.evidence) }));
}

export const toEvidence = (text: string): readonly RowRef[] =>
  (JSON.parse(text) as [LogTable, string, number][]).map(([table, rowId, at]) => ({ table, rowId, at }));

/** A range of periods of one group of a detector, both ends included. */
export interface PeriodRange {
  readonly detector: string;
  readonly major: number;
  readonly group: string;
  readonly first: number;
  readonly last: number;
}

/** The stored state of a finding that is computed again. */
export interface KnownFinding {
  readonly eventId: string;
  /** The detector's slug. */
  readonly detector: string;
  readonly subject: string | null;
  readonly at: Date;
  readonly recordedAt: Date;
  readonly evidence: readonly RowRef[];
  readonly digest: string;
}

const toKnown = (row: {
  readonly event_id: string;
  readonly detector: string;
  readonly subject: string | null;
  readonly at: Date;
  readonly recorded_at: Date;
  readonly evidence: string;
  readonly digest: string;
}): KnownFinding => ({
  eventId: row.event_id,
  detector: row.detector,
  subject: row.subject,
  at: row.at,
  recordedAt: row.recorded_at,
  evidence: toEvidence(row.evidence),
  digest: row.digest,
});

/** Reads all findings of these periods. */
export async function readPeriods(tx: DomainDb, ranges: readonly PeriodRange[]): Promise<readonly KnownFinding[]> {
  if (ranges.length === 0) return [];
  const rows = await tx.query<Parameters<typeof toKnown>[0]>(
    `select f.event_id, f.detector, f.subject, f.at, f.recorded_at, f.evidence, f.digest
     from unnest($2::text[], $3::int[], $4::text[], $5::bigint[], $6::bigint[])
       as wanted (detector, major, group_key, first, last)
     cross join lateral (
       select * from threat_findings
       where domain_id = $1 and detector = wanted.detector and group_key = wanted.group_key
         and period between wanted.first and wanted.last and major = wanted.major offset 0) f`,
    [
      ranges.map(({ detector }) => detector),
      ranges.map(({ major }) => major),
      ranges.map(({ group }) => group),
      ranges.map(({ first }) => first),
      ranges.map(({ last }) => last),
    ],
  );
  return rows.map(toKnown);
}

/**
 * Removes findings that their rows no longer support; returns the ids of those removed. An event that belongs to a case
 * stays, with its finding.
 */
export async function removeFindings(
  tx: DomainDb,
  eventIds: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set();
  const removed = await tx.query<{ event_id: string }>(
    `delete from threat_findings f where f.domain_id = $1 and f.event_id = any($2::uuid[]) and not exists (
       select from case_events e where e.domain_id = $1 and e.event_id = f.event_id)
     returning f.event_id`,
    [eventIds],
  );
  const ids = removed.map(({ event_id }) => event_id);
  await forgetEvidence(tx, ids);
  await tx.execute("update threats set removed_at = $3 where domain_id = $1 and event_id = any($2::uuid[])", [ids, at]);
  if (ids.length > 0) tx.markChanged("threats");
  return new Set(ids);
}

/** Restores removed events that are supported again. */
export async function restoreThreats(tx: DomainDb, eventIds: readonly string[]): Promise<void> {
  const restored = await tx.execute(
    `update threats set removed_at = null
     where domain_id = $1 and event_id = any($2::uuid[]) and removed_at is not null`,
    [eventIds],
  );
  if (restored > 0) tx.markChanged("threats");
}
