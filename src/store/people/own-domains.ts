import type { DomainDb } from "../database/database.ts";

/** A domain with so many addresses of users is one of the organization's own; guests have domains of their own. */
const OWN_ADDRESSES = 3;

/** Returns which of these mail domains, in lower case, are the organization's own. */
export async function findOwnDomains(db: DomainDb, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.query<{ name: string }>(
    `select split_part(a.address, '@', 2) as name from user_addresses a
     where a.domain_id = $1 and split_part(a.address, '@', 2) = any($2::text[])
     group by 1 having count(distinct a.tuid) >= $3`,
    [names, OWN_ADDRESSES],
  );
  return new Set(rows.map(({ name }) => name));
}
