import type { DomainDb } from "./database.ts";

/** Any number, as long as every process uses the same. */
const PIPELINE_LOCK = 61_140_927;

/** Makes this transaction the only one that works on the domain's rows; false when another one is at it. */
export async function takePipelineLock(tx: DomainDb): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1::uuid::text, ${PIPELINE_LOCK})) as taken`,
  );
  return row?.taken ?? false;
}
