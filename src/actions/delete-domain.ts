import type { AuditRecord } from "../model/audit.ts";
import { Failure } from "../model/failure.ts";
import { createBatchPacer } from "../runtime/batch-pacer.ts";
import { monotonicMs } from "../runtime/clock.ts";
import { systemSleep } from "../runtime/sleep.ts";
import { withdrawInvitations } from "../store/accounts/account-codes.ts";
import {
  deleteRows,
  listDomainTables,
  markDeletion,
  olderTransactions,
  removeAccess,
  removeDomain,
} from "../store/domains/domain-deletion.ts";
import { findOwnDomain } from "../store/domains/domains.ts";
import { withdrawalOf } from "./accounts/change-members.ts";
import { runMemberAction } from "./accounts/run-member-action.ts";
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
const WAIT_MS = 50;

/**
 * Deletes a domain with everything it has except its audit log, and returns the number of deleted rows. The keys stop
 * working with the first transaction; after a crash the same call continues.
 */
export async function deleteDomain(request: DeletionRequest): Promise<number> {
  const { database, clock, actor, domainId } = request;
  const ctx = { db: database.forDomain(domainId), clock, actor };
  await startDeletion(request);
  await awaitOlderTransactions(request);
  let total = 0;
  for (const table of await listDomainTables(database.system)) {
    total += await emptyTable(ctx, table, (rows) => request.onProgress?.({ table, rows: total + rows }));
  }
  await finishDeletion(ctx, total);
  return total;
}

/** Invitations that led into this domain only are withdrawn with it. */
function startDeletion(request: DeletionRequest): Promise<void> {
  return runMemberAction(request, request.domainId, async (tx) => {
    const domain = await findOwnDomain(tx.domain);
    if (!domain) throw new Failure("invalid_request", "there is no such domain");
    if (!(await markDeletion(tx.domain, request.clock()))) return NOTHING;
    const { keys, connectors, memberIds } = await removeAccess(tx.domain);
    const withdrawn = await withdrawInvitations(tx.accounts, memberIds);
    const deletion: AuditRecord = {
      action: "domain.delete",
      target: { kind: "domain", id: domain.domainId },
      before: { name: domain.name, created_at: domain.createdAt, api_keys: keys, connectors },
      after: null,
    };
    return { result: undefined, accountAudits: withdrawn.map(withdrawalOf), domainAudits: [deletion] };
  });
}

const NOTHING = { result: undefined, accountAudits: [], domainAudits: [] };

/** A transaction that had not seen the mark may still store rows. Later ones are refused by the database. */
async function awaitOlderTransactions({ database }: DeletionRequest): Promise<void> {
  let state = await olderTransactions(database.system, undefined);
  while (!state.ended) {
    await systemSleep(WAIT_MS);
    state = await olderTransactions(database.system, state.barrier);
  }
}

async function emptyTable({ db }: ActionContext, table: string, onProgress: (rows: number) => void): Promise<number> {
  const pacer = createBatchPacer(PACE);
  let total = 0;
  for (;;) {
    const limit = pacer.size();
    const startedAt = monotonicMs();
    const deleted = await deleteRows(db, table, limit);
    pacer.record(deleted, monotonicMs() - startedAt);
    total += deleted;
    if (deleted < limit) return total;
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
