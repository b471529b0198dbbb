import { runAction } from "../../actions/context.ts";
import type { AuditActor, AuditRecord } from "../../model/audit.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains, listDomainsInDeletion } from "../../store/domains/domains.ts";

/** What the audit log of each domain in a copied database records about the copy. */
export interface CopyRecord extends Pick<AuditRecord, "after"> {
  readonly action: "domain.move" | "domain.restore";
  readonly actor: AuditActor;
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
