import type { DomainDb } from "./database.ts";

/** The key of the advisory lock; the same in every process. */
const PIPELINE_LOCK = 61_140_927;

/** Acquires the domain's pipeline lock until the transaction ends; returns false when another transaction holds it. */
export async function tryPipelineLock(tx: DomainDb): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1::uuid::text, ${PIPELINE_LOCK})) as taken`,
  );
  return row?.taken ?? false;
}

/**
 * Acquires the domain's pipeline lock, and waits for it up to the statement timeout: a batch can hold it longer than
 * the usual lock timeout.
 */
export async function acquirePipelineLock(tx: DomainDb): Promise<void> {
  const [usual] = await tx.query<{ lock: string; statement: string }>(
    `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement
     where $1::uuid is not null`,
  );
  const waitFor = (limit: string | undefined) =>
    tx.query("select set_config('lock_timeout', $2, true) where $1::uuid is not null", [limit ?? "0"]);
  await waitFor(usual?.statement);
  await tx.query(
    `select true from (select pg_advisory_xact_lock(hashtextextended($1::uuid::text, ${PIPELINE_LOCK}))) held`,
  );
  await waitFor(usual?.lock);
}
