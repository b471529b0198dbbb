import type { LogTable, RowRef } from "../../model/rows/log-row.ts";
import type { Severity } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { restoreThreats, toEvidence } from "./findings.ts";
import { touchThreats } from "./threats.ts";

/** A stored finding of a detector that supersedes others or is superseded. */
export interface ComparedFinding {
  readonly eventId: string;
  /** The detector's slug. */
  readonly detector: string;
  readonly severity: Severity;
  readonly subject: string | null;
  readonly at: Date;
  readonly evidence: readonly RowRef[];
  readonly superseded: boolean;
}

/** Returns the findings of these detectors whose evidence includes any of the rows. */
export async function readFindingsOn(
  tx: DomainDb,
  rows: readonly RowRef[],
  detectors: readonly string[],
): Promise<readonly ComparedFinding[]> {
  const found = await tx.query<{
    event_id: string;
    detector: string;
    severity: Severity;
    subject: string | null;
    at: Date;
    evidence: string;
    superseded: boolean;
  }>(
    `select f.event_id, f.detector, f.severity, f.subject, f.at, f.evidence, f.superseded
     from threat_findings f where f.domain_id = $1 and f.detector = any($4::text[]) and f.event_id in (
       select e.event_id from unnest($2::text[], $3::uuid[]) as given (table_name, content_key)
       join threat_evidence e on e.domain_id = $1 and e.table_name = given.table_name
         and e.content_key = given.content_key)`,
    [rows.map(({ table }): LogTable => table), rows.map(({ rowId }) => rowId), detectors],
  );
  return found.map(({ event_id, evidence, ...row }) => ({ ...row, eventId: event_id, evidence: toEvidence(evidence) }));
}

/**
 * Hides the events of superseded findings; returns the ids of those hidden now. An event that belongs to a case stays
 * visible, because the case was decided with it.
 */
export async function hideSuperseded(tx: DomainDb, eventIds: readonly string[], at: Date): Promise<readonly string[]> {
  if (eventIds.length === 0) return [];
  const hidden = await tx.query<{ event_id: string }>(
    `update threat_findings f set superseded = true where f.domain_id = $1 and f.event_id = any($2::uuid[])
       and not exists (select from case_events e where e.domain_id = $1 and e.event_id = f.event_id)
     returning f.event_id`,
    [eventIds],
  );
  const ids = hidden.map(({ event_id }) => event_id);
  const removed = await tx.execute(
    `update threats set removed_at = $3
     where domain_id = $1 and event_id = any($2::uuid[]) and removed_at is null`,
    [ids, at],
  );
  if (removed > 0) tx.markChanged("threats");
  return ids;
}

/** Shows the events of findings that are no longer superseded; they count as changed now, so that a mirror gets them. */
export async function showAgain(tx: DomainDb, eventIds: readonly string[], at: Date): Promise<void> {
  if (eventIds.length === 0) return;
  await tx.execute(
    "update threat_findings set superseded = false where domain_id = $1 and event_id = any($2::uuid[])",
    [eventIds],
  );
  await restoreThreats(tx, eventIds);
  await touchThreats(tx, eventIds, at);
}
