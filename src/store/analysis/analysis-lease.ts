import type { DomainDb } from "../database/database.ts";

/** Returns how many runs of the domain in succession did not finish. */
export async function countAnalysisFailures(db: DomainDb): Promise<number> {
  const [row] = await db.query<{ failures: number }>("select failures from analysis_state where domain_id = $1");
  return row?.failures ?? 0;
}

export interface LeaseTimes {
  readonly now: Date;
  readonly until: Date;
  /** When the domain is tried again if the run does not finish. */
  readonly retryAt: Date;
}

/** Acquires the lease of the domain's analysis; returns false if another process holds it. */
export async function acquireAnalysisLease(db: DomainDb, owner: string, times: LeaseTimes): Promise<boolean> {
  const acquired = await db.execute(
    `insert into analysis_state as s (domain_id, lease_owner, lease_until, failures, retry_at) values ($1, $2, $4, 1, $5)
     on conflict (domain_id) do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until,
       failures = s.failures + 1, retry_at = excluded.retry_at
     where s.lease_until is null or s.lease_until <= $3`,
    [owner, times.now, times.until, times.retryAt],
  );
  return acquired === 1;
}

/** Renews the lease; returns false if the process has lost it. */
export async function renewAnalysisLease(db: DomainDb, owner: string, until: Date): Promise<boolean> {
  const renewed = await db.execute(
    "update analysis_state set lease_until = $3 where domain_id = $1 and lease_owner = $2",
    [owner, until],
  );
  return renewed === 1;
}

/** Returns whether the process holds the lease; if so, no other process acquires it before the transaction ends. */
export async function holdsAnalysisLease(tx: DomainDb, owner: string): Promise<boolean> {
  const rows = await tx.query(
    "select true as held from analysis_state where domain_id = $1 and lease_owner = $2 for share",
    [owner],
  );
  return rows.length === 1;
}

/** What a finished run covered. */
export interface Covered {
  readonly startedAt: Date;
  readonly day: number;
  readonly changes: number;
  readonly resourcesWithHistory: number;
}

/** Releases the lease of a run that finished. */
export async function endAnalysis(tx: DomainDb, owner: string, covered: Covered): Promise<void> {
  await tx.execute(
    `update analysis_state set lease_owner = null, lease_until = null, failures = 0, retry_at = null,
       started_at = $3, day = $4, changes = $5, resources_with_history = $6
     where domain_id = $1 and lease_owner = $2`,
    [owner, covered.startedAt, covered.day, covered.changes, covered.resourcesWithHistory],
  );
}

/** Releases the lease of a run that was stopped before its end: it is due again at once. */
export async function stopAnalysis(tx: DomainDb, owner: string): Promise<void> {
  await tx.execute(
    `update analysis_state set lease_owner = null, lease_until = null, failures = greatest(failures - 1, 0), retry_at = null
     where domain_id = $1 and lease_owner = $2`,
    [owner],
  );
}

/** Releases the lease of a run that failed: it is due again at the time that was set when the lease was acquired. */
export async function failAnalysis(tx: DomainDb, owner: string): Promise<void> {
  await tx.execute(
    "update analysis_state set lease_owner = null, lease_until = null where domain_id = $1 and lease_owner = $2",
    [owner],
  );
}
