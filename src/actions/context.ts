import type { AuditActor, AuditRecord } from "../model/audit.ts";
import type { Clock } from "../runtime/clock.ts";
import { appendAuditEntry } from "../store/audit/audit-entries.ts";
import type { DomainDb, DomainHandle } from "../store/database/database.ts";
import { requireSecret } from "../store/installation/secret-fingerprint.ts";

/** The domain that an action changes, its clock, and who asked for it. Every action takes this first. */
export interface ActionContext {
  readonly db: DomainHandle;
  readonly clock: Clock;
  readonly actor: AuditActor;
}

/** The result of an action with its audit records; `unchanged` for one that found nothing to do. */
export interface Audited<T> {
  readonly result: T;
  readonly audit: AuditRecord | readonly AuditRecord[] | "unchanged";
}

/** Runs an action in one transaction and records what it did in the same one. The only way for an action to write. */
export function runAction<T>(ctx: ActionContext, work: (tx: DomainDb) => Promise<Audited<T>>): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    const { result, audit } = await work(tx);
    const records = audit === "unchanged" ? [] : [audit].flat();
    for (const record of records) await appendAuditEntry(tx, ctx.actor, record, ctx.clock());
    return result;
  });
}

/**
 * Runs an action that issues something under the server's secret: a key, a code, a token or an encrypted value. It fails once the
 * secret was replaced. The only way for an action to issue.
 */
export function runIssuingAction<T>(
  ctx: ActionContext,
  secret: string,
  work: (tx: DomainDb) => Promise<Audited<T>>,
): Promise<T> {
  return runAction(ctx, async (tx) => {
    await requireSecret(tx, secret);
    return work(tx);
  });
}

/**
 * Waits for the actions of the domain that called this before, until their transactions have ended. For an action that decides by what
 * is stored and has no row to lock; called before anything is read.
 */
export async function awaitTurn(tx: DomainDb): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${TURN_LOCK}, hashtext($1::text))`);
}

/** The first key of the advisory locks of turns; the second is made of the domain. */
const TURN_LOCK = 7_310_591;

/** Records work that takes many transactions before it starts, so that none of it can happen unrecorded. */
export function recordStart(ctx: ActionContext, audit: AuditRecord): Promise<void> {
  return runAction(ctx, async () => ({ result: undefined, audit }));
}
