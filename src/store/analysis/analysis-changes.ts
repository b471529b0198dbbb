import type { DomainDb } from "../database/database.ts";

/** The change of facts that a transaction makes. */
export interface FactsChange {
  readonly at: Date;
  /** The newest time of the processed rows; null if it changed the directory. */
  readonly newestEventAt: Date | null;
}

/**
 * Records that the transaction changed what the analysis reads. Call it last, because every other such transaction of the
 * domain waits from here on.
 */
export async function recordFactsChange(tx: DomainDb, { at, newestEventAt }: FactsChange): Promise<void> {
  await tx.execute(
    `insert into analysis_changes as c (domain_id, changes, first_changed_at, newest_event_at) values ($1, 1, $2, $3)
     on conflict (domain_id) do update set changes = c.changes + 1,
       newest_event_at = greatest(c.newest_event_at, excluded.newest_event_at)`,
    [at, newestEventAt],
  );
}
