import type { DomainDb } from "./database.ts";

/** Any number, as long as every process uses the same. */
const PIPELINE_LOCK = 61_140_927;

/** Makes this transaction the only one that works on the domain's rows; false when another one is at it. */
export async function tryPipelineLock(tx: DomainDb): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1::uuid::text, ${PIPELINE_LOCK})) as taken`,
  );
  return row?.taken ?? false;
}

/**
 * The same, but waits for the one that is at it, for as long as a statement may take: a batch is worth waiting for,
 * where a usual lock is not.
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
