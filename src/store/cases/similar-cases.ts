import type { CaseState, Severity, ThreatType, VerdictOutcome } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";

/** Another case with what it has in common with a given one. */
export interface SimilarCase {
  readonly caseId: string;
  readonly userEmail: string | null;
  readonly userName: string | null;
  readonly threatType: ThreatType;
  readonly threatBrief: string;
  readonly state: CaseState;
  readonly severity: Severity | null;
  readonly createdAt: Date;
  readonly outcome: VerdictOutcome | null;
  readonly isSameUser: boolean;
  /** Titles of events that both cases have. */
  readonly sharedTitles: number;
}

interface SimilarRow {
  readonly case_id: string;
  readonly user_email: string | null;
  readonly user_name: string | null;
  readonly threat_type: ThreatType;
  readonly threat_brief: string;
  readonly state: CaseState;
  readonly severity: Severity | null;
  readonly created_at: Date;
  readonly outcome: VerdictOutcome | null;
  readonly is_same_user: boolean;
  readonly shared_titles: number;
}

/** The newest cases of each kind that are compared, so that the cost does not grow with the domain. */
const COMPARED = 40;

/** Returns the cases most like a given one: of the same user or threat type, with the same detections. */
export async function findSimilarCases(db: DomainDb, caseId: string, limit: number): Promise<readonly SimilarCase[]> {
  const newest = (condition: string) =>
    `(select c.case_id from cases c, own where c.domain_id = $1 and c.removed_at is null and c.case_id <> own.case_id
        and ${condition} order by c.created_at desc, c.case_id desc limit ${COMPARED})`;
  const rows = await db.query<SimilarRow>(
    `with own as materialized (
       select case_id, tuid, address, threat_type from cases where domain_id = $1 and case_id = $2),
     titles as materialized (
       select distinct t.title from case_events e join threats t on t.domain_id = $1 and t.event_id = e.event_id
       where e.domain_id = $1 and e.case_id = $2),
     candidates as materialized (
       ${newest("c.tuid = own.tuid")} union ${newest("c.address = own.address")}
       union ${newest("c.threat_type = own.threat_type")})
     select * from (
       select c.case_id, c.user_email, c.user_name, c.threat_type, c.threat_brief, c.state, c.severity, c.created_at,
         c.verdict::json->>'outcome' as outcome,
         coalesce(c.tuid = own.tuid or c.address = own.address, false) as is_same_user,
         (select count(distinct t.title)::int from case_events e
          join threats t on t.domain_id = $1 and t.event_id = e.event_id
          where e.domain_id = $1 and e.case_id = c.case_id and t.title in (select title from titles)) as shared_titles
       from candidates k join cases c on c.domain_id = $1 and c.case_id = k.case_id cross join own) compared
     where is_same_user or shared_titles > 0
     order by shared_titles + (case when is_same_user then 2 else 0 end) desc, created_at desc, case_id desc limit $3`,
    [caseId, limit],
  );
  return rows.map((row) => ({
    caseId: row.case_id,
    userEmail: row.user_email,
    userName: row.user_name,
    threatType: row.threat_type,
    threatBrief: row.threat_brief,
    state: row.state,
    severity: row.severity,
    createdAt: row.created_at,
    outcome: row.outcome,
    isSameUser: row.is_same_user,
    sharedTitles: row.shared_titles,
  }));
}
