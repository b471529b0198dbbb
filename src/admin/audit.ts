import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import { type Answer, answerOf } from "../http/answer.ts";
import { createOneAtATime } from "../http/edge/one-at-a-time.ts";
import type { AuditEntry } from "../model/audit.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { findAccountNames } from "../store/accounts/account-names.ts";
import { findAuditEntries } from "../store/audit/audit-entries.ts";
import { verifyStoredChain } from "../store/audit/verify-chain.ts";
import type { Database, DomainDb } from "../store/database/database.ts";
import type { MountAdmin } from "./admin-plane.ts";

/** Mounts the audit logs: of a domain for those who may read it, of the installation for operators. */
export function mountAudit(mount: MountAdmin): void {
  // A request that timed out does not stop the work that it started.
  const alone = createOneAtATime();
  const verify = async (db: DomainDb): Promise<Answer> => {
    const { head, broken } = await alone(db.domainId, () => verifyStoredChain(db));
    return answerOf(
      JSON.stringify({
        entries: head.sequence,
        head_hash: head.hash,
        broken_at: broken?.sequence ?? null,
        reason: broken?.reason ?? null,
      }),
    );
  };

  mount(at.listAudit, ({ db, database }, { query }) => listEntries(database, db, query));
  mount(at.verifyAudit, ({ db }) => verify(db));
  mount(at.listInstallationAudit, ({ database }, { query }) =>
    listEntries(database, database.forDomain(INSTALLATION_ID), query),
  );
  mount(at.verifyInstallationAudit, ({ database }) => verify(database.forDomain(INSTALLATION_ID)));
}

interface AuditQuery {
  readonly actor_id?: string;
  readonly action?: string;
  readonly before?: number;
  readonly page_size?: number;
}

async function listEntries(database: Database, db: DomainDb, query: AuditQuery): Promise<Answer> {
  const entries = await findAuditEntries(db, {
    actorId: query.actor_id,
    action: query.action,
    before: query.before,
    limit: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  const concerned = entries.flatMap(({ actor, target }) => [actor, target]).filter(({ kind }) => kind === "account");
  const names = await findAccountNames(
    database,
    concerned.map(({ id }) => id),
  );
  return answerOf(JSON.stringify({ items: entries.map((entry) => describeEntry(entry, names)) }));
}

function describeEntry({ actor, target, ...entry }: AuditEntry, names: ReadonlyMap<string, string>) {
  return {
    sequence: entry.sequence,
    recorded_at: entry.recordedAt,
    actor: { kind: actor.kind, id: actor.id, name: names.get(actor.id) ?? null, origin: actor.origin },
    action: entry.action,
    target: { kind: target.kind, id: target.id, name: names.get(target.id) ?? null },
    before: entry.before,
    after: entry.after,
    hash: entry.hash,
  };
}
