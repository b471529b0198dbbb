import { Failure } from "../model/failure.ts";
import { createBatchPacer } from "../runtime/batch-pacer.ts";
import { monotonicMs } from "../runtime/clock.ts";
import { systemSleep } from "../runtime/sleep.ts";
import {
  type Deleted,
  deleteRows,
  listDomainTables,
  markDeletion,
  olderTransactions,
  removeAccess,
  removeDomain,
} from "../store/domains/domain-deletion.ts";
import { findOwnDomain } from "../store/domains/domains.ts";
import { deleteBlocks } from "../store/rows/delete-blocks.ts";
import { type ActionContext, runAction } from "./context.ts";
import type { RegistryContext } from "./create-domain.ts";

/** How far the deletion has come. */
export interface DeletionProgress {
  readonly table: string;
  /** Rows deleted so far, of all tables. */
  readonly rows: number;
}

export interface DeletionRequest extends RegistryContext {
  readonly domainId: string;
  readonly onProgress?: (progress: DeletionProgress) => void;
}

/** Rows are deleted in transactions of about this long, so that other domains are served in between. */
const PACE = { targetMs: 30, min: 100, max: 10_000 };
/** Of blocks, which have up to 256 log rows each. */
const BLOCK_PACE = { targetMs: 30, min: 1, max: 100 };
const WAIT_MS = 50;

/**
 * Deletes a domain with everything it has except its audit log, and returns the number of deleted rows. The keys stop
 * working with the first transaction; after a crash the same call continues.
 */
export async function deleteDomain(request: DeletionRequest): Promise<number> {
  const { database, clock, actor, domainId } = request;
  const ctx = { db: database.forDomain(domainId), clock, actor };
  await startDeletion(ctx);
  await awaitOlderTransactions(request);
  let total = await deleteAll(
    BLOCK_PACE,
    (limit) => deleteBlocks(ctx.db, limit),
    (rows) => request.onProgress?.({ table: "row_blocks", rows }),
  );
  for (const table of await listDomainTables(database.system)) {
    total += await deleteAll(
      PACE,
      (limit) => deleteRows(ctx.db, table, limit),
      (rows) => request.onProgress?.({ table, rows: total + rows }),
    );
  }
  await finishDeletion(ctx, total);
  return total;
}

function startDeletion(ctx: ActionContext): Promise<void> {
  return runAction(ctx, async (tx) => {
    const domain = await findOwnDomain(tx);
    if (!domain) throw new Failure("invalid_request", "there is no such domain");
    if (!(await markDeletion(tx, ctx.clock()))) return { result: undefined, audit: "unchanged" };
    const { keys, connectors } = await removeAccess(tx);
    return {
      result: undefined,
      audit: {
        action: "domain.delete",
        target: { kind: "domain", id: domain.domainId },
        before: { name: domain.name, created_at: domain.createdAt, api_keys: keys, connectors },
        after: null,
      },
    };
  });
}

/** A transaction that had not seen the mark may still store rows. Later ones are refused by the database. */
async function awaitOlderTransactions({ database }: DeletionRequest): Promise<void> {
  let state = await olderTransactions(database.system, undefined);
  while (!state.ended) {
    await systemSleep(WAIT_MS);
    state = await olderTransactions(database.system, state.barrier);
  }
}

type Pace = Parameters<typeof createBatchPacer>[0];

/** Deletes until a transaction deletes less than its limit; returns how many rows. */
async function deleteAll(
  pace: Pace,
  deleteSome: (limit: number) => Promise<Deleted>,
  onProgress: (rows: number) => void,
): Promise<number> {
  const pacer = createBatchPacer(pace);
  let total = 0;
  for (;;) {
    const limit = pacer.size();
    const startedAt = monotonicMs();
    const { count, rows } = await deleteSome(limit);
    pacer.record(count, monotonicMs() - startedAt);
    total += rows;
    if (count < limit) return total;
    onProgress(total);
  }
}

function finishDeletion(ctx: ActionContext, rows: number): Promise<void> {
  return runAction(ctx, async (tx) => {
    await removeDomain(tx, ctx.clock());
    const target = { kind: "domain", id: tx.domainId } as const;
    return { result: undefined, audit: { action: "domain.purge", target, before: null, after: { rows } } };
  });
}
