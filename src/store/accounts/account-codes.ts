import type { DomainDb } from "../database/database.ts";

export type CodeKind = "setup" | "invitation" | "recovery" | "oidc";

export interface NewCode {
  readonly digest: string;
  readonly kind: CodeKind;
  readonly accountId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export async function addCode(tx: DomainDb, code: NewCode): Promise<void> {
  await tx.execute(
    `insert into account_codes (domain_id, digest, kind, account_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [code.digest, code.kind, code.accountId, code.createdAt, code.expiresAt],
  );
}

/** Stores a code that was used, so that it is not used again; returns false if it was stored before. */
export async function storeUsedCode(tx: DomainDb, code: NewCode): Promise<boolean> {
  const stored = await tx.execute(
    `insert into account_codes (domain_id, digest, kind, account_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [code.digest, code.kind, code.accountId, code.createdAt, code.expiresAt],
  );
  return stored === 1;
}

/** Deletes all codes of a kind: those of one account, or those of none. */
export function removeCodes(tx: DomainDb, kind: CodeKind, accountId: string | null): Promise<number> {
  return tx.execute(
    "delete from account_codes where domain_id = $1 and kind = $2 and account_id is not distinct from $3::uuid",
    [kind, accountId],
  );
}

/**
 * Deletes the invitations of those of these accounts that have no right any more: no role in a domain, and not that of an
 * operator. Returns the accounts whose invitation was deleted.
 */
export async function withdrawInvitations(tx: DomainDb, accountIds: readonly string[]): Promise<readonly string[]> {
  const rows = await tx.query<{ account_id: string }>(
    `delete from account_codes c
     where c.domain_id = $1 and c.kind = 'invitation' and c.account_id = any($2::uuid[])
       and not exists (select from memberships m where m.account_id = c.account_id)
       and exists (select from accounts a where a.domain_id = $1 and a.account_id = c.account_id and not a.is_operator)
     returning c.account_id`,
    [accountIds],
  );
  return rows.map((row) => row.account_id);
}

/** Returns whether an account has a code of a kind that can be used. */
export async function hasCode(db: DomainDb, kind: CodeKind, accountId: string, now: Date): Promise<boolean> {
  const rows = await db.query(
    `select 1 from account_codes
     where domain_id = $1 and kind = $2 and account_id = $3 and (expires_at is null or expires_at > $4) limit 1`,
    [kind, accountId, now],
  );
  return rows.length > 0;
}

/** Returns which of these accounts have an invitation that can be accepted. */
export async function findInvited(
  db: DomainDb,
  accountIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ account_id: string }>(
    `select account_id from account_codes
     where domain_id = $1 and kind = 'invitation' and account_id = any($2::uuid[]) and expires_at > $3`,
    [accountIds, now],
  );
  return new Set(rows.map((row) => row.account_id));
}

/** Deletes the open invitations of all accounts, and the set-up code; returns how many invitations there were. */
export async function removeAllInvitations(tx: DomainDb): Promise<number> {
  await removeCodes(tx, "setup", null);
  return tx.execute("delete from account_codes where domain_id = $1 and kind = 'invitation'");
}

/** Deletes the codes of all accounts; returns how many of each kind could still be used. */
export async function removeAllCodes(tx: DomainDb, now: Date): Promise<Readonly<Record<CodeKind, number>>> {
  const rows = await tx.query<{ kind: CodeKind; is_open: boolean }>(
    `delete from account_codes where domain_id = $1
     returning kind, expires_at is null or expires_at > $2::timestamptz as is_open`,
    [now],
  );
  const countOf = (kind: CodeKind): number => rows.filter((row) => row.kind === kind && row.is_open).length;
  return {
    setup: countOf("setup"),
    invitation: countOf("invitation"),
    recovery: countOf("recovery"),
    oidc: countOf("oidc"),
  };
}

/** Deletes codes that expired before a time. */
export function forgetCodes(db: DomainDb, before: Date): Promise<number> {
  return db.execute("delete from account_codes where domain_id = $1 and expires_at < $2", [before]);
}
