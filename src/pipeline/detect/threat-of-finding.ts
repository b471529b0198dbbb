import { type Finding, MAX_EVIDENCE } from "../../model/finding.ts";
import { NO_FACTS } from "../../model/finding-facts.ts";
import type { AnalysisTable, LogTable, RowRef } from "../../model/rows/log-row.ts";
import { shownAddress, shownName } from "../../model/shown-person.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { ThreatEvent } from "../../model/threat-event.ts";
import { SOURCE_TABLES, type Source, type SourceTable } from "../../model/vocabulary.ts";
import { sha256 } from "../../runtime/hashing.ts";
import { nameId } from "../../runtime/ids.ts";
import type { StoredFinding } from "../../store/threats/findings.ts";

const MAX_TITLE = 200;
const MAX_SUMMARY = 1_000;
const MAX_PLATFORM_ID = 256;

/** The published source of each table that is read for analysis only. */
const ANALYSIS_SOURCES: Readonly<Record<AnalysisTable, Source>> = {
  AADServicePrincipalSignInLogs: "entra_signin",
  AADManagedIdentitySignInLogs: "entra_signin",
  AADNonInteractiveUserSignInLogs: "entra_signin",
  MicrosoftGraphActivityLogs: "entra_audit",
};

const SOURCES = new Map(Object.entries(SOURCE_TABLES).map(([source, table]) => [table, source as Source]));

function sourceOf(table: LogTable): { readonly source: Source; readonly sourceTable: SourceTable | null } {
  const source = SOURCES.get(table as SourceTable);
  if (source) return { source, sourceTable: table as SourceTable };
  return { source: ANALYSIS_SOURCES[table as AnalysisTable], sourceTable: null };
}

/** Returns the event id of a finding: the same in every run over the same rows, and different in every domain. */
export function eventIdOf(domainId: string, { detector, key }: Pick<Finding, "detector" | "key">): string {
  return nameId(domainId, `${detector.slug}@${detector.major}|${key}`);
}

/** Converts a finding to a threat event with the ids of its rows. It has no verdict yet, so it is flagged. */
export function toThreatEvent(
  domainId: string,
  finding: Finding,
  createdAt: Date,
  rowIdOf: (ref: RowRef) => string,
): ThreatEvent {
  const { detector, actor, rows } = finding;
  const trigger = rows[0];
  if (!trigger) throw new Error(`a finding of ${detector.slug} names no row`);
  const sourceEventIds = sourceEventIdsOf(rows, rowIdOf);
  return {
    eventId: eventIdOf(domainId, finding),
    tuid: actor?.tuid ?? null,
    severity: finding.severity,
    category: detector.tactics,
    subcategory: [detector.slug, ...detector.techniques],
    signalType: detector.signal,
    ...sourceOf(trigger.table),
    sourceEventIds,
    title: safeText(finding.title, MAX_TITLE),
    summary: safeText(finding.summary, MAX_SUMMARY),
    userName: shownName(actor?.name),
    userEmail: shownAddress(actor?.email ?? actor?.upn),
    platformEventId: safeText(finding.platformEventId ?? sourceEventIds[0], MAX_PLATFORM_ID) || null,
    flagged: true,
    safe: false,
    createdAt,
  };
}

/** Replaces the row ids of an event, and its platform event id where that was the row's id. */
export function withSourceIds(threat: ThreatEvent, ids: readonly string[]): ThreatEvent {
  const isRowId = threat.platformEventId === threat.sourceEventIds[0];
  return { ...threat, sourceEventIds: ids, platformEventId: isRowId ? (ids[0] ?? null) : threat.platformEventId };
}

/** Returns the ids of an event's rows in the table of the row that completed it, that row first. */
export function sourceEventIdsOf(rows: readonly RowRef[], rowIdOf: (ref: RowRef) => string): readonly string[] {
  const own = rows.slice(0, MAX_EVIDENCE).filter(({ table }) => table === rows[0]?.table);
  return [...new Set(own.map(rowIdOf))];
}

export interface FindingPlace {
  readonly group: string | null;
  readonly period: number | null;
}

/** Converts a finding to the record that is stored beside its event; `describeFindings` adds the facts of its rows. */
export function toStoredFinding(
  domainId: string,
  finding: Finding,
  { group, period }: FindingPlace,
  recordedAt: Date,
): StoredFinding {
  const { detector } = finding;
  return {
    eventId: eventIdOf(domainId, finding),
    detector: detector.slug,
    major: detector.major,
    group,
    period,
    at: new Date(finding.at),
    recordedAt,
    severity: finding.severity,
    title: safeText(finding.title, MAX_TITLE),
    threatType: detector.threatType,
    tactics: detector.tactics,
    techniques: detector.techniques,
    signal: detector.signal,
    actor: finding.actor,
    subject: finding.actor?.subject ?? null,
    facts: NO_FACTS,
    precision: detector.precision ?? null,
    evidence: finding.rows.slice(0, MAX_EVIDENCE),
    digest: digestOf(finding),
  };
}

function digestOf(finding: Finding): string {
  const { at, severity, title, summary, actor, rows, platformEventId, detector, count } = finding;
  const who = actor && [actor.subject, actor.tuid, actor.email ?? actor.upn, actor.name];
  const what = [detector.tactics, detector.techniques, detector.signal, detector.threatType];
  const evidence = rows.slice(0, MAX_EVIDENCE).map(({ table, rowId }) => [table, rowId]);
  const more = [detector.precision, count].some((value) => value !== undefined) ? [detector.precision, count] : [];
  const parts = [at, severity, title, summary, who, what, platformEventId, evidence, ...more];
  return sha256(JSON.stringify(parts)).slice(0, 27);
}
