import type { CaseState, Severity } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import type { RowContent } from "../rows/row-content.ts";

/** A threat event that rests on a row, with the case that it is in. */
export interface EventOnRow {
  readonly eventId: string;
  /** The detector's slug. */
  readonly detector: string;
  readonly at: Date;
  readonly severity: Severity;
  readonly title: string;
  /** Whom or what it is about; null for what concerns nobody. */
  readonly subject: string | null;
  /** The address or name of the subject, if it is a person or identity that has one. */
  readonly user: string | null;
  /** The account or application of somebody else to which it was done. */
  readonly concerns: string | null;
  /** Another event replaces it. */
  readonly superseded: boolean;
  readonly caseOf: { readonly caseId: string; readonly state: CaseState } | null;
}

interface EventRow {
  readonly event_id: string;
  readonly detector: string;
  readonly at: Date;
  readonly severity: Severity;
  readonly title: string;
  readonly subject: string | null;
  readonly user: string | null;
  readonly concerns: string | null;
  readonly superseded: boolean;
  readonly case_id: string | null;
  readonly state: CaseState | null;
}

/** Lists the events that rest on a row, replaced ones included, in the order of their time. */
export async function listEventsOn(db: DomainDb, { table, contentKey }: RowContent): Promise<readonly EventOnRow[]> {
  const rows = await db.query<EventRow>(
    `select f.event_id, f.detector, f.at, f.severity, f.title, f.subject, f.concerns, f.superseded,
       coalesce(t.user_email, t.user_name) as user, c.case_id, c.state
     from threat_evidence e
     join threat_findings f on f.domain_id = $1 and f.event_id = e.event_id
     join threats t on t.domain_id = $1 and t.event_id = e.event_id
     left join case_findings k on k.domain_id = $1 and k.event_id = e.event_id
     left join cases c on c.domain_id = $1 and c.case_id = k.case_id
     where e.domain_id = $1 and e.table_name = $2 and e.content_key = $3
     order by f.at, f.event_id`,
    [table, contentKey],
  );
  return rows.map(({ event_id, case_id, state, ...row }) => ({
    ...row,
    eventId: event_id,
    caseOf: case_id === null || state === null ? null : { caseId: case_id, state },
  }));
}
