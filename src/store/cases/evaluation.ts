import type { LogTable } from "../../model/rows/log-row.ts";
import type { ThreatType } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import type { RowContent } from "../rows/row-ids.ts";

/** Returns every row that is evidence of a threat event. */
export async function readFlaggedRows(db: DomainDb): Promise<readonly RowContent[]> {
  const rows = await db.query<{ table_name: LogTable; content_key: string }>(
    `select distinct e.table_name, e.content_key from threat_evidence e
     join threats t on t.domain_id = $1 and t.event_id = e.event_id
     where e.domain_id = $1 and t.removed_at is null`,
  );
  return rows.map((row) => ({ table: row.table_name, contentKey: row.content_key }));
}

/** A summary of a case. */
export interface CaseSummary {
  readonly caseId: string;
  readonly user: string | null;
  readonly threatType: ThreatType;
  readonly threatBrief: string;
  readonly events: number;
  /** The tables of all rows that are evidence of its events. */
  readonly tables: readonly LogTable[];
}

export async function listCaseSummaries(db: DomainDb): Promise<readonly CaseSummary[]> {
  const rows = await db.query<{
    case_id: string;
    user_email: string | null;
    user_name: string | null;
    threat_type: ThreatType;
    threat_brief: string;
    events: number;
    tables: readonly LogTable[];
  }>(
    `select c.case_id, c.user_email, c.user_name, c.threat_type, c.threat_brief,
       (select count(*)::int from case_events e where e.domain_id = $1 and e.case_id = c.case_id) as events,
       array(select distinct r.table_name from case_events e
         join threat_evidence r on r.domain_id = $1 and r.event_id = e.event_id
         where e.domain_id = $1 and e.case_id = c.case_id order by r.table_name) as tables
     from cases c where c.domain_id = $1 and c.removed_at is null order by c.case_id`,
  );
  return rows.map((row) => ({
    caseId: row.case_id,
    user: row.user_email ?? row.user_name,
    threatType: row.threat_type,
    threatBrief: row.threat_brief,
    events: row.events,
    tables: row.tables,
  }));
}

/** Counts the events of each detector, in descending order. */
export async function countByDetector(
  db: DomainDb,
): Promise<readonly { readonly detector: string; readonly events: number }[]> {
  return db.query(
    `select f.detector, count(*)::int as events from threat_findings f
     where f.domain_id = $1 and not f.superseded group by f.detector order by count(*) desc, f.detector`,
  );
}

/**
 * Returns one line per event with all visible fields except the creation time; the same in every run over the same
 * rows.
 */
export async function readEventLines(db: DomainDb): Promise<readonly string[]> {
  const rows = await db.query<{ line: string }>(
    `select jsonb_build_array(event_id, tuid, severity, category, subcategory, signal_type, source, source_table,
       source_event_ids, title, summary, user_name, user_email, platform_event_id)::text as line
     from threats where domain_id = $1 and removed_at is null order by event_id`,
  );
  return rows.map(({ line }) => line);
}
