import type { DomainDb } from "../database/database.ts";

/** Returns whether the analysis found that machines use the account of a subject. */
export async function isServiceAccount(db: DomainDb, subject: string): Promise<boolean> {
  const rows = await db.query<{ found: boolean }>(
    `select true as found from identity_aliases a
     join nhi n on n.domain_id = $1 and lower(n.principal_id) = substr(a.alias, 5) and n.nhi_class = 'service_account'
       and n.removed_at is null
     where a.domain_id = $1 and a.subject = $2 and a.alias like 'oid:%' limit 1`,
    [subject],
  );
  return rows.length > 0;
}
