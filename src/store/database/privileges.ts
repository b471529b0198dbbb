import type { DomainDb } from "./database.ts";

/** Returns whether the directory currently assigns a role to the subject, under any of its aliases. */
export async function holdsRole(db: DomainDb, subject: string): Promise<boolean> {
  const rows = await db.query<{ held: boolean }>(
    `select true as held from identity_aliases a
     join directory_objects o on o.domain_id = $1 and o.kind = 'role-assignments'
       and strpos(lower(o.document), substr(a.alias, 5)) > 0
       and lower(o.document::json ->> 'principalId') = substr(a.alias, 5)
     where a.domain_id = $1 and a.subject = $2 and a.alias like 'oid:%' limit 1`,
    [subject],
  );
  return rows.length > 0;
}
