import { type AuditActor, type AuditEntry, type AuditRecord, boundFields } from "../../model/audit.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions } from "../items/page.ts";
import { type ChainHead, EMPTY_CHAIN, hashEntry } from "./audit-chain.ts";

interface EntryRow {
  readonly domain_id: string;
  readonly sequence: string;
  readonly recorded_at: Date;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly origin: string;
  readonly action: string;
  readonly target_kind: string;
  readonly target_id: string;
  readonly before: AuditEntry["before"];
  readonly after: AuditEntry["after"];
  readonly previous_hash: string;
  readonly hash: string;
}

const COLUMNS = `domain_id, sequence, recorded_at, actor_kind, actor_id, origin, action, target_kind, target_id, before,
  after, previous_hash, hash`;

const toEntry = (row: EntryRow): AuditEntry => ({
  domainId: row.domain_id,
  sequence: Number(row.sequence),
  recordedAt: row.recorded_at,
  actor: { kind: row.actor_kind, id: row.actor_id, origin: row.origin },
  action: row.action,
  target: { kind: row.target_kind, id: row.target_id },
  before: row.before,
  after: row.after,
  previousHash: row.previous_hash,
  hash: row.hash,
});

/**
 * Appends an entry to the domain's chain. The chain stays locked until the transaction ends, so this comes after every
 * other statement but the raising of versions.
 */
export async function appendAuditEntry(tx: DomainDb, actor: AuditActor, record: AuditRecord, at: Date): Promise<void> {
  const head = (await lockHead(tx)) ?? (await createHead(tx));
  const entry = {
    domainId: tx.domainId,
    sequence: head.sequence + 1,
    recordedAt: at,
    actor,
    action: record.action,
    target: record.target,
    before: boundFields(record.before),
    after: boundFields(record.after),
    previousHash: head.hash,
  };
  const appended = await tx.execute(
    `with moved as (update audit_heads set sequence = $2, hash = $13 where domain_id = $1)
     insert into audit_entries (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12, $13)`,
    [
      entry.sequence,
      at,
      actor.kind,
      actor.id,
      actor.origin,
      entry.action,
      entry.target.kind,
      entry.target.id,
      entry.before && JSON.stringify(entry.before),
      entry.after && JSON.stringify(entry.after),
      entry.previousHash,
      hashEntry(entry),
    ],
  );
  if (appended !== 1) throw new Error("the audit entry was not stored");
}

/** Returns the last entry's place and hash; undefined for a domain without entries. */
export async function findHead(db: DomainDb): Promise<ChainHead | undefined> {
  return toHead(await db.query<HeadRow>("select sequence, hash from audit_heads where domain_id = $1"));
}

/** Waits for other transactions of the domain that append, and sees what they appended. */
async function lockHead(tx: DomainDb): Promise<ChainHead | undefined> {
  return toHead(await tx.query<HeadRow>("select sequence, hash from audit_heads where domain_id = $1 for update"));
}

async function createHead(tx: DomainDb): Promise<ChainHead> {
  await tx.execute(
    "insert into audit_heads (domain_id, sequence, hash) values ($1, $2, $3) on conflict (domain_id) do nothing",
    [EMPTY_CHAIN.sequence, EMPTY_CHAIN.hash],
  );
  const head = await lockHead(tx);
  if (!head) throw new Error("the audit log has no head");
  return head;
}

interface HeadRow {
  readonly sequence: string;
  readonly hash: string;
}

const toHead = ([row]: readonly HeadRow[]): ChainHead | undefined =>
  row && { sequence: Number(row.sequence), hash: row.hash };

export interface AuditFilter {
  readonly actorKind?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Only entries before this sequence number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Returns the entries that match, newest first. */
export async function findAuditEntries(db: DomainDb, filter: AuditFilter): Promise<readonly AuditEntry[]> {
  const where = new Conditions()
    .addIf("actor_kind = ?", filter.actorKind)
    .addIf("actor_id = ?", filter.actorId)
    .addIf("action = ?", filter.action)
    .addIf("recorded_at >= ?", filter.since)
    .addIf("sequence < ?", filter.before);
  const limit = where.bind(filter.limit);
  const rows = await db.query<EntryRow>(
    `select ${COLUMNS} from audit_entries where domain_id = $1${where.sql} order by sequence desc limit ${limit}`,
    where.values,
  );
  return rows.map(toEntry);
}

const PAGE = 500;

/** Yields every entry of the domain, oldest first. */
export async function* readAuditEntries(db: DomainDb): AsyncGenerator<AuditEntry, void, void> {
  let after = 0;
  for (;;) {
    const rows = await db.query<EntryRow>(
      `select ${COLUMNS} from audit_entries where domain_id = $1 and sequence > $2 order by sequence limit ${PAGE}`,
      [after],
    );
    yield* rows.map(toEntry);
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.sequence);
  }
}
