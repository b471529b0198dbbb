import type { DomainDb } from "../database/database.ts";

/** A domain with so many addresses of users is one of the organization's own. */
const OWN_ADDRESSES = 3;

/**
 * Returns which of these mail domains, in lower case, are the organization's own. Addresses of guests and further addresses,
 * which are often private, do not count.
 */
export async function findOwnDomains(db: DomainDb, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.query<{ name: string }>(
    `select split_part(a.address, '@', 2) as name from user_addresses a
     join users u on u.domain_id = $1 and u.tuid = a.tuid
     where a.domain_id = $1 and split_part(a.address, '@', 2) = any($2::text[])
       and strpos(lower(u.user_principal_name), '#ext#') = 0
       and a.address in (lower(u.user_principal_name), lower(u.email_addresses[1]))
     group by 1 having count(distinct a.tuid) >= $3`,
    [names, OWN_ADDRESSES],
  );
  return new Set(rows.map(({ name }) => name));
}
