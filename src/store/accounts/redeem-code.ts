import type { DomainDb } from "../database/database.ts";
import type { CodeKind, NewCode } from "./account-codes.ts";

/** Returns whose code this is, without using it; undefined if it does not exist or has expired. */
export async function findCode(
  db: DomainDb,
  kind: CodeKind,
  digest: string,
  now: Date,
): Promise<{ readonly accountId: string | null } | undefined> {
  const [row] = await db.query<{ account_id: string | null }>(
    `select account_id from account_codes
     where domain_id = $1 and kind = $2 and digest = $3 and (expires_at is null or expires_at > $4)`,
    [kind, digest, now],
  );
  return row && { accountId: row.account_id };
}

/** Uses up a code; returns false if it does not exist, belongs to another account, has expired or was used before. */
export async function useCode(
  tx: DomainDb,
  { kind, digest, accountId }: Pick<NewCode, "kind" | "digest" | "accountId">,
  now: Date,
): Promise<boolean> {
  const used = await tx.execute(
    `delete from account_codes
     where domain_id = $1 and kind = $2 and digest = $3 and account_id is not distinct from $4::uuid
       and (expires_at is null or expires_at > $5)`,
    [kind, digest, accountId, now],
  );
  return used === 1;
}
