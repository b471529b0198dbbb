import { runAction } from "../../actions/context.ts";
import type { AuditActor, AuditRecord } from "../../model/audit.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import type { Clock } from "../../runtime/clock.ts";
import { removeAllInvitations } from "../../store/accounts/account-codes.ts";
import { endAllSessions } from "../../store/accounts/sessions.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains, listDomainsInDeletion } from "../../store/domains/domains.ts";

/** What the audit log of each domain in a copied database records about the copy. */
export interface CopyRecord extends Pick<AuditRecord, "after"> {
  readonly action: "domain.move" | "domain.restore";
  readonly actor: AuditActor;
}

/** What of the accounts of a copied database has ended. */
export interface EndedAccess {
  readonly sessions: number;
  /** Those of a moved database stay: none can have been accepted or withdrawn since. */
  readonly invitations: number;
}

/**
 * Ends the sessions of a database that was filled from a backup or another database, and the invitations of a backup, which may have been
 * accepted or withdrawn since. Appends an entry to the audit log of the installation.
 */
export function endCopiedAccess(
  database: Database,
  clock: Clock,
  { action, actor, after }: CopyRecord,
): Promise<EndedAccess> {
  const ctx = { db: database.forDomain(INSTALLATION_ID), clock, actor };
  return runAction(ctx, async (tx) => {
    const isBackup = action === "domain.restore";
    const sessions = await endAllSessions(tx, isBackup ? "restored" : "moved", clock());
    const invitations = isBackup ? await removeAllInvitations(tx) : 0;
    const target = { kind: "domain", id: tx.domainId } as const;
    const ended = { sessions_ended: sessions, ...(isBackup && { invitations_removed: invitations }) };
    return {
      result: { sessions, invitations },
      audit: { action, target, before: null, after: { ...after, ...ended } },
    };
  });
}

/** Appends an entry to the audit log of every domain of a database that was filled from a backup or another database. */
export async function recordCopy(database: Database, clock: Clock, record: CopyRecord): Promise<void> {
  const { action, actor, after } = record;
  const { system } = database;
  for (const { domainId } of [...(await listDomains(system)), ...(await listDomainsInDeletion(system))]) {
    const target = { kind: "domain", id: domainId } as const;
    await runAction({ db: database.forDomain(domainId), clock, actor }, async () => ({
      result: undefined,
      audit: { action, target, before: null, after },
    }));
  }
}
