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

/** Deletes the codes of all accounts. */
export function removeAllCodes(tx: DomainDb): Promise<number> {
  return tx.execute("delete from account_codes where domain_id = $1");
}

/** Deletes codes that expired before a time. */
export function forgetCodes(db: DomainDb, before: Date): Promise<number> {
  return db.execute("delete from account_codes where domain_id = $1 and expires_at < $2", [before]);
}
