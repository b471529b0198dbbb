import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import { answerOf } from "../http/answer.ts";
import { createOneAtATime } from "../http/edge/one-at-a-time.ts";
import type { AuditEntry } from "../model/audit.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { isUuid } from "../model/text/uuid.ts";
import { findAccounts } from "../store/accounts/accounts.ts";
import { findAuditEntries, findHead, readAuditEntries } from "../store/audit/audit-entries.ts";
import { verifyChain } from "../store/audit/verify-chain.ts";
import type { Database } from "../store/database/database.ts";
import type { MountAdmin } from "./admin-plane.ts";

/** Mounts the audit log. */
export function mountAudit(mount: MountAdmin): void {
  // A request that timed out does not stop the work that it started.
  const alone = createOneAtATime();

  mount(at.listAudit, async ({ db, database }, { query }) => {
    const entries = await findAuditEntries(db, {
      actorId: query.actor_id,
      action: query.action,
      before: query.before,
      limit: query.page_size ?? DEFAULT_PAGE_SIZE,
    });
    const names = await namesOf(database, entries);
    return answerOf(JSON.stringify({ items: entries.map((entry) => describeEntry(entry, names)) }));
  });

  mount(at.verifyAudit, async ({ db }) => {
    const { head, broken } = await alone(db.domainId, async () => {
      // Read first: entries that are appended meanwhile come after it.
      const stored = await findHead(db);
      return verifyChain(readAuditEntries(db), stored);
    });
    return answerOf(
      JSON.stringify({
        entries: head.sequence,
        head_hash: head.hash,
        broken_at: broken?.sequence ?? null,
        reason: broken?.reason ?? null,
      }),
    );
  });
}

async function namesOf(database: Database, entries: readonly AuditEntry[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    entries
      .map(({ actor }) => actor)
      .filter(({ kind, id }) => kind === "account" && isUuid(id))
      .map(({ id }) => id),
  );
  const accounts = await findAccounts(database.forDomain(INSTALLATION_ID), [...ids]);
  return new Map(accounts.map(({ accountId, email }) => [accountId, email]));
}

function describeEntry(entry: AuditEntry, names: ReadonlyMap<string, string>) {
  const { kind, id, origin } = entry.actor;
  return {
    sequence: entry.sequence,
    recorded_at: entry.recordedAt,
    actor: { kind, id, name: names.get(id) ?? null, origin },
    action: entry.action,
    target: entry.target,
    before: entry.before,
    after: entry.after,
    hash: entry.hash,
  };
}
