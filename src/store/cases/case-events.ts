import type { ThreatEvent } from "../../model/threat-event.ts";
import type { DomainDb } from "../database/database.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";
import { THREAT_COLUMNS, type ThreatRow, toThreat } from "../threats/threats.ts";

/** An event of a case, with its flags before the first verdict if a verdict has changed them. */
export interface CaseEvent extends ThreatEvent {
  readonly before: { readonly flagged: boolean; readonly safe: boolean } | null;
}

/** Returns the events of each case, in their order. */
export async function findCaseEvents(
  db: DomainDb,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CaseEvent[]>> {
  const rows = await db.query<
    ThreatRow & { case_id: string; flagged_before: boolean | null; safe_before: boolean | null }
  >(
    `select e.case_id, e.flagged_before, e.safe_before, ${THREAT_COLUMNS} from case_events e
     join threats t on t.domain_id = $1 and t.event_id = e.event_id
     where e.domain_id = $1 and e.case_id = any($2::uuid[]) order by e.case_id, e.position`,
    [caseIds],
  );
  const events = new Map<string, CaseEvent[]>(caseIds.map((caseId) => [caseId, []]));
  for (const row of rows) {
    const { flagged_before: flagged, safe_before: safe } = row;
    events.get(row.case_id)?.push({
      ...toThreat(row),
      before: flagged === null || safe === null ? null : { flagged, safe },
    });
  }
  return events;
}

/** Returns the ids of all cases that contain one of these events. */
export async function findCasesHolding(db: DomainDb, eventIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ case_id: string }>(
    "select distinct case_id from case_events where domain_id = $1 and event_id = any($2::uuid[]) order by case_id",
    [eventIds],
  );
  return rows.map(({ case_id }) => case_id);
}

/** Replaces the events of these cases. An event that stays keeps its record of the flags before the first verdict. */
export async function replaceCaseEvents(
  tx: DomainDb,
  cases: readonly { readonly caseId: string; readonly eventIds: readonly string[] }[],
): Promise<void> {
  const rows = cases.flatMap(({ caseId, eventIds }) =>
    eventIds.map((eventId, position) => ({ case_id: caseId, event_id: eventId, position })),
  );
  const removed = await tx.execute(
    `delete from case_events e where e.domain_id = $1 and e.case_id = any($2::uuid[]) and not exists (
       select from unnest($3::uuid[], $4::uuid[]) as kept (case_id, event_id)
       where kept.case_id = e.case_id and kept.event_id = e.event_id)`,
    [cases.map(({ caseId }) => caseId), rows.map((row) => row.case_id), rows.map((row) => row.event_id)],
  );
  if (removed > 0) tx.markChanged("cases");
  const shape: RowShape = {
    table: "case_events",
    resource: "cases",
    columns: { case_id: "uuid", event_id: "uuid", position: "integer" },
    key: ["case_id", "event_id"],
  };
  const saved = await saveRows(tx, shape, rows);
  if (saved !== rows.length)
    throw new Error(`${rows.length} events should have been added to cases, but ${saved} were`);
}
