import { ingestRows } from "../../src/ingest/rows/ingest-rows.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";
import type { DomainDb, DomainHandle } from "../../src/store/database/database.ts";
import { ROW_TABLES } from "./stored-rows.ts";

/** A row as it is delivered. */
export interface DeliveredRow {
  readonly table: LogTable;
  readonly columns: Readonly<Record<string, unknown>>;
}

/** Stores rows as the ingest API does, one delivery for each table, and leaves them pending. */
export async function deliver(db: DomainHandle, rows: readonly DeliveredRow[], receivedAt: Date): Promise<void> {
  for (const table of new Set(rows.map((row) => row.table))) {
    const lines = rows
      .filter((row) => row.table === table)
      .map(({ columns }, index) => ({ line: index + 1, value: columns }));
    const { rejected } = await ingestRows(db, () => receivedAt, { table, lines });
    if (rejected[0]) throw new Error(`line ${rejected[0].line} was rejected: ${rejected[0].error}`);
  }
}

/** Returns the results of detection: one line for each event, in an order that does not depend on when it was found. */
export async function eventSet(db: DomainDb): Promise<readonly string[]> {
  const rows = await db.query<{ line: string }>(
    `select concat_ws(' ', t.event_id, t.severity, t.title, t.summary, coalesce(t.tuid::text, '-'),
       coalesce(t.user_name, '-'), coalesce(t.user_email, '-'), t.source_event_ids::text,
       (select string_agg(concat(e.table_name, e.content_key), ',' order by e.table_name, e.content_key)
        from threat_evidence e where e.domain_id = $1 and e.event_id = t.event_id)) as line
     from threats t where t.domain_id = $1 and t.removed_at is null order by t.event_id`,
  );
  return rows.map(({ line }) => line);
}

/** The tables with results of rows, referring tables before the tables they refer to. */
const FROM_ROWS = [
  ...["detector_feedback", "judge_decisions", "case_findings", "case_events", "correlated_cases", "cases"],
  ...["threat_evidence", "threat_findings", "threat_categories", "threats", "hits", "judge_queue"],
  ...["activity_days", "activity_values", "activity_actors", "activity_sources", "activity_source_days"],
  "address_use",
  "directory_changes",
  ...ROW_TABLES,
  ...["user_addresses", "search_grams", "users"],
];

/** Deletes the rows of a domain and all their results, so that the same rows can be delivered again. */
export function forgetRows(db: DomainHandle): Promise<void> {
  return db.transaction(async (tx) => {
    for (const table of FROM_ROWS) await tx.execute(`delete from ${table} where domain_id = $1`);
  });
}
