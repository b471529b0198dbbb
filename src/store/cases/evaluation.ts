import { appendTo } from "../../model/append-to.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { compareText } from "../../model/text/compare-text.ts";
import type { ThreatType } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { contentName, type RowContent } from "../rows/row-content.ts";
import { findRowIds } from "../rows/row-ids.ts";

/** Returns every row that is evidence of a threat event. */
export async function readFlaggedRows(db: DomainDb): Promise<readonly RowContent[]> {
  const rows = await db.query<{ table_name: LogTable; content_key: string }>(
    `select distinct e.table_name, e.content_key from threat_evidence e
     join threats t on t.domain_id = $1 and t.event_id = e.event_id
     where e.domain_id = $1 and t.removed_at is null`,
  );
  return rows.map((row) => ({ table: row.table_name, contentKey: row.content_key }));
}

/** What evaluations read of every case. */
interface EvaluatedCase {
  readonly caseId: string;
  readonly user: string | null;
  readonly threatType: ThreatType;
  readonly threatBrief: string;
}

interface EvaluatedCaseRow {
  readonly case_id: string;
  readonly user_email: string | null;
  readonly user_name: string | null;
  readonly threat_type: ThreatType;
  readonly threat_brief: string;
}

const CASE_COLUMNS = "c.case_id, c.user_email, c.user_name, c.threat_type, c.threat_brief";

const toEvaluatedCase = (row: EvaluatedCaseRow): EvaluatedCase => ({
  caseId: row.case_id,
  user: row.user_email ?? row.user_name,
  threatType: row.threat_type,
  threatBrief: row.threat_brief,
});

/** A summary of a case. */
export interface CaseSummary extends EvaluatedCase {
  readonly events: number;
  /** The tables of all rows that are evidence of its events. */
  readonly tables: readonly LogTable[];
}

export async function listCaseSummaries(db: DomainDb): Promise<readonly CaseSummary[]> {
  const rows = await db.query<EvaluatedCaseRow & { events: number; tables: readonly LogTable[] }>(
    `select ${CASE_COLUMNS},
       (select count(*)::int from case_events e where e.domain_id = $1 and e.case_id = c.case_id) as events,
       array(select distinct r.table_name from case_events e
         join threat_evidence r on r.domain_id = $1 and r.event_id = e.event_id
         where e.domain_id = $1 and e.case_id = c.case_id order by r.table_name) as tables
     from cases c where c.domain_id = $1 and c.removed_at is null order by c.case_id`,
  );
  return rows.map((row) => ({
    ...toEvaluatedCase(row),
    events: row.events,
    tables: row.tables,
  }));
}

/** A row of a case. */
export interface CaseRow {
  readonly table: LogTable;
  readonly rowId: string;
}

/** Returns the rows that are evidence of each case, by its id, ordered by table and id. */
export async function readCaseRows(db: DomainDb): Promise<ReadonlyMap<string, readonly CaseRow[]>> {
  const rows = await db.query<{ case_id: string; table_name: LogTable; content_key: string }>(
    `select distinct k.case_id, e.table_name, e.content_key from case_findings k
     join threat_evidence e on e.domain_id = $1 and e.event_id = k.event_id
     where k.domain_id = $1`,
  );
  const contents = rows.map((row) => ({ table: row.table_name, contentKey: row.content_key }));
  const ids = await findRowIds(db, contents);
  const found = new Map<string, CaseRow[]>();
  for (const [index, { case_id: caseId }] of rows.entries()) {
    const content = contents[index];
    const rowId = content && ids.get(contentName(content));
    if (content && rowId !== undefined) appendTo(found, caseId, { table: content.table, rowId });
  }
  for (const own of found.values()) own.sort(byTableAndId);
  return found;
}

const byTableAndId = (left: CaseRow, right: CaseRow): number =>
  compareText(left.table, right.table) || compareText(left.rowId, right.rowId);

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

/** A case with all findings that belong to it, whether it shows them or not. */
export interface JudgedCase extends EvaluatedCase {
  readonly createdAt: Date;
  readonly eventIds: readonly string[];
}

/** Lists all cases in the order of their creation. */
export async function listJudgedCases(db: DomainDb): Promise<readonly JudgedCase[]> {
  const rows = await db.query<EvaluatedCaseRow & { created_at: Date; event_ids: readonly string[] }>(
    `select ${CASE_COLUMNS}, c.created_at,
       array(select f.event_id from case_findings f
         where f.domain_id = $1 and f.case_id = c.case_id order by f.event_id) as event_ids
     from cases c where c.domain_id = $1 and c.removed_at is null order by c.created_at, c.case_id`,
  );
  return rows.map((row) => ({
    ...toEvaluatedCase(row),
    createdAt: row.created_at,
    eventIds: row.event_ids,
  }));
}

/** A threat event with its detector and the ids of the rows that it rests on. */
export interface EventEvidence {
  readonly eventId: string;
  readonly detector: string;
  readonly title: string;
  /** Whom or what it is about; null for what concerns nobody. */
  readonly subject: string | null;
  readonly recordedAt: Date;
  readonly rowIds: readonly string[];
}

/** Lists all visible threat events with their evidence. */
export async function listEventEvidence(db: DomainDb): Promise<readonly EventEvidence[]> {
  const rows = await db.query<{
    event_id: string;
    detector: string;
    title: string;
    subject: string | null;
    recorded_at: Date;
    evidence: string;
  }>(
    `select f.event_id, f.detector, f.title, f.subject, f.recorded_at,
       f.evidence
     from threat_findings f join threats t on t.domain_id = $1 and t.event_id = f.event_id
     where f.domain_id = $1 and not f.superseded and t.removed_at is null order by f.event_id`,
  );
  const evidence = rows.map((row) => JSON.parse(row.evidence) as readonly (readonly [LogTable, string, number])[]);
  const contents = evidence.map((own) => own.map(([table, contentKey, at]) => ({ table, contentKey, at })));
  const ids = await findRowIds(db, contents.flat());
  return rows.map((row, index) => ({
    eventId: row.event_id,
    detector: row.detector,
    title: row.title,
    subject: row.subject,
    recordedAt: row.recorded_at,
    rowIds: [...new Set(contents[index]?.flatMap((content) => ids.get(contentName(content)) ?? []))].sort(),
  }));
}
