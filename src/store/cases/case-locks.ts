import type { DomainDb } from "../database/database.ts";

/** Locks these cases until the transaction ends; returns the ids of those that exist. */
export async function lockCaseIds(tx: DomainDb, caseIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ case_id: string }>(
    "select case_id from cases where domain_id = $1 and case_id = any($2::uuid[]) order by case_id for update",
    [caseIds],
  );
  return new Set(rows.map(({ case_id }) => case_id));
}

/** Locks the cases that contain these events: every writer locks cases before events, as a verdict does. */
export async function lockCasesHolding(tx: DomainDb, eventIds: readonly string[]): Promise<void> {
  await tx.query(
    `select c.case_id from cases c where c.domain_id = $1 and c.case_id in (
       select e.case_id from case_events e where e.domain_id = $1 and e.event_id = any($2::uuid[]))
     order by c.case_id for update`,
    [eventIds],
  );
}
