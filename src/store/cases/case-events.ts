import type { ThreatEvent } from "../../model/threat-event.ts";
import type { DomainDb } from "../database/database.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";
import { THREAT_COLUMNS, type ThreatRow, toThreat, touchThreats } from "../threats/threats.ts";

/** An event of a case, with its flags before the first verdict if a verdict has changed them. */
export interface CaseEvent extends ThreatEvent {
  readonly before: { readonly flagged: boolean; readonly safe: boolean } | null;
}

type CaseEventRow = ThreatRow & {
  readonly case_id: string;
  readonly flagged_before: boolean | null;
  readonly safe_before: boolean | null;
};

function toCaseEvent(row: CaseEventRow): CaseEvent {
  const { flagged_before: flagged, safe_before: safe } = row;
  return { ...toThreat(row), before: flagged === null || safe === null ? null : { flagged, safe } };
}

/** Returns the events of each case, in their order. */
export async function findCaseEvents(
  db: DomainDb,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CaseEvent[]>> {
  const rows = await db.query<CaseEventRow>(
    `select e.case_id, e.flagged_before, e.safe_before, ${THREAT_COLUMNS} from case_events e
     join threats t on t.domain_id = $1 and t.event_id = e.event_id
     where e.domain_id = $1 and e.case_id = any($2::uuid[]) order by e.case_id, e.position`,
    [caseIds],
  );
  const events = new Map<string, CaseEvent[]>(caseIds.map((caseId) => [caseId, []]));
  for (const row of rows) events.get(row.case_id)?.push(toCaseEvent(row));
  return events;
}

/** Reads the events of a case in their order, and locks them until the transaction ends; see `lockThreats`. */
export async function lockCaseEvents(tx: DomainDb, caseId: string): Promise<readonly CaseEvent[]> {
  const rows = await tx.query<CaseEventRow & { readonly position: number }>(
    `select e.case_id, e.position, e.flagged_before, e.safe_before, ${THREAT_COLUMNS} from case_events e
     join threats t on t.domain_id = $1 and t.event_id = e.event_id
     where e.domain_id = $1 and e.case_id = $2 order by t.event_id for no key update of t`,
    [caseId],
  );
  return rows.toSorted((a, b) => a.position - b.position).map(toCaseEvent);
}

/** Returns the ids of all cases that contain one of these events. */
export async function findCasesHolding(db: DomainDb, eventIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ case_id: string }>(
    "select distinct case_id from case_events where domain_id = $1 and event_id = any($2::uuid[]) order by case_id",
    [eventIds],
  );
  return rows.map(({ case_id }) => case_id);
}

const SHAPE: RowShape = {
  table: "case_events",
  resource: "cases",
  columns: { case_id: "uuid", event_id: "uuid", position: "integer" },
  key: ["case_id", "event_id"],
};

/**
 * Replaces the events of these cases; `at` is the time of the change. An event that stays keeps its record of the flags
 * before the first verdict; one that joins or leaves a case counts as changed.
 */
export async function replaceCaseEvents(
  tx: DomainDb,
  cases: readonly { readonly caseId: string; readonly eventIds: readonly string[] }[],
  at: Date,
): Promise<void> {
  const rows = cases.flatMap(({ caseId, eventIds }) =>
    eventIds.map((eventId, position) => ({ case_id: caseId, event_id: eventId, position })),
  );
  const caseIds = cases.map(({ caseId }) => caseId);
  const before = await tx.query<EventOfCase>(
    "select case_id, event_id from case_events where domain_id = $1 and case_id = any($2::uuid[])",
    [caseIds],
  );
  const removed = without(before, rows);
  await tx.execute(
    `delete from case_events e using unnest($2::uuid[], $3::uuid[]) as gone (case_id, event_id)
     where e.domain_id = $1 and e.case_id = gone.case_id and e.event_id = gone.event_id`,
    [removed.map(({ case_id }) => case_id), removed.map(({ event_id }) => event_id)],
  );
  if (removed.length > 0) tx.markChanged("cases");
  const saved = await saveRows(tx, SHAPE, rows);
  if (saved !== rows.length)
    throw new Error(`${rows.length} events should have been added to cases, but ${saved} were`);
  const moved = [...removed, ...without(rows, before)].map(({ event_id }) => event_id);
  await touchThreats(tx, [...new Set(moved)], at);
}

interface EventOfCase {
  readonly case_id: string;
  readonly event_id: string;
}

function without(events: readonly EventOfCase[], others: readonly EventOfCase[]): readonly EventOfCase[] {
  const named = new Set(others.map(({ case_id, event_id }) => `${case_id} ${event_id}`));
  return events.filter(({ case_id, event_id }) => !named.has(`${case_id} ${event_id}`));
}
