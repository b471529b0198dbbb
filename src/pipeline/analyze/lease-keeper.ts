import { type Backoff, backoffMs } from "../../runtime/backoff.ts";
import type { Chance } from "../../runtime/chance.ts";
import type { Clock } from "../../runtime/clock.ts";
import { newId } from "../../runtime/ids.ts";
import {
  acquireAnalysisLease,
  countAnalysisFailures,
  holdsAnalysisLease,
  renewAnalysisLease,
} from "../../store/analysis/analysis-lease.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";

/** Another process analyzes the domain since this one failed to renew its lease in time. */
export class LeaseLost extends Error {}

/** The lease of a domain's analysis, renewed until it is ended. */
export interface KeptLease {
  readonly owner: string;
  readonly isLost: () => boolean;
  /** Ends the renewal; the lease itself is released by the statement that records the end of the run. */
  end(): Promise<void>;
}

export interface LeaseParts {
  readonly clock: Clock;
  readonly chance: Chance;
}

const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;
const RETRY: Backoff = { baseMs: 60_000, maxMs: 6 * 3_600_000 };

/** Acquires the lease of the domain's analysis and keeps it; undefined if another process holds it. */
export async function keepLease(db: DomainHandle, { clock, chance }: LeaseParts): Promise<KeptLease | undefined> {
  const owner = newId();
  const failures = await countAnalysisFailures(db);
  const now = clock();
  const until = leaseEnd(now);
  const retryAt = new Date(now.getTime() + backoffMs(failures + 1, RETRY, chance));
  if (!(await acquireAnalysisLease(db, owner, { now, until, retryAt }))) return undefined;
  let isLost = false;
  let renewing = Promise.resolve();
  const renew = async (): Promise<void> => {
    // A failure of the database is found by the next transaction, which checks the lease again.
    const isHeld = await renewAnalysisLease(db, owner, leaseEnd(clock())).catch(() => true);
    if (!isHeld) isLost = true;
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, RENEW_EVERY_MS).unref();
  return {
    owner,
    isLost: () => isLost,
    end: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
}

/**
 * Returns a handle that reads like the given one; a write through it throws `LeaseLost` if `owner` no longer holds the
 * lease.
 */
export function underLease(db: DomainHandle, owner: string): DomainHandle {
  const inTransaction = <T>(work: (tx: DomainDb) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      if (!(await holdsAnalysisLease(tx, owner))) throw new LeaseLost("another process analyzes the domain now");
      return work(tx);
    });
  return {
    ...db,
    execute: (text, values) => inTransaction((tx) => tx.execute(text, values)),
    transaction: inTransaction,
  };
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);
