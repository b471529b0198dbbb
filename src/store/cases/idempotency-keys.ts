import type { DomainDb } from "../database/database.ts";

/** How long a response is stored. */
export const ANSWERS_KEPT_MS = 24 * 3_600_000;

/** A stored response, which a repeated request gets again. */
export interface StoredAnswer {
  readonly requestDigest: string;
  readonly status: number;
  readonly body: string;
}

/** Claims the key until the transaction ends; returns false when another transaction holds it. */
export async function claimIdempotencyKey(tx: DomainDb, keyId: string, idempotencyKey: string): Promise<boolean> {
  const [row] = await tx.query<{ claimed: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended($1::text || $2 || ' ' || $3, 0)) as claimed",
    [keyId, idempotencyKey],
  );
  return row?.claimed === true;
}

export async function findAnswer(
  db: DomainDb,
  keyId: string,
  idempotencyKey: string,
  notBefore: Date,
): Promise<StoredAnswer | undefined> {
  const [row] = await db.query<{ request_digest: string; status: number; body: string }>(
    `select request_digest, status, body from idempotency_keys
     where domain_id = $1 and key_id = $2 and idempotency_key = $3 and created_at >= $4`,
    [keyId, idempotencyKey, notBefore],
  );
  return row && { requestDigest: row.request_digest, status: row.status, body: row.body };
}

/** Stores a response, replacing an expired one. */
export async function saveAnswer(
  tx: DomainDb,
  keyId: string,
  idempotencyKey: string,
  answer: StoredAnswer & { readonly at: Date },
): Promise<void> {
  const saved = await tx.execute(
    `insert into idempotency_keys (domain_id, key_id, idempotency_key, request_digest, status, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (domain_id, key_id, idempotency_key) do update
     set request_digest = excluded.request_digest, status = excluded.status, body = excluded.body,
         created_at = excluded.created_at`,
    [keyId, idempotencyKey, answer.requestDigest, answer.status, answer.body, answer.at],
  );
  if (saved !== 1) throw new Error("the response was not stored");
}

/** How many responses one statement deletes, so that its duration is bounded. */
const FORGOTTEN_AT_ONCE = 500;

/** Deletes expired responses. */
export async function forgetAnswers(db: DomainDb, before: Date): Promise<number> {
  const sql = `delete from idempotency_keys where domain_id = $1 and ctid = any(array(
    select ctid from idempotency_keys where domain_id = $1 and created_at < $2 limit $3)) and created_at < $2`;
  let forgotten = 0;
  for (;;) {
    const deleted = await db.execute(sql, [before, FORGOTTEN_AT_ONCE]);
    forgotten += deleted;
    if (deleted < FORGOTTEN_AT_ONCE) return forgotten;
  }
}
