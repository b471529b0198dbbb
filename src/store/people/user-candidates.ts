import type { DomainDb } from "../database/database.ts";

/** A stored user that may be the same person as a directory object. */
export interface CandidateUser {
  readonly tuid: string;
  readonly externalId: string | null;
  /** In lower case. */
  readonly userPrincipalName: string;
  /** The directory object it is linked to already. */
  readonly owner: string | null;
}

/** The keys by which candidates are found. */
export interface CandidateKeys {
  readonly objectIds: readonly string[];
  /** In lower case. */
  readonly addresses: readonly string[];
  readonly tuids: readonly string[];
}

/** Returns the users that have one of these external ids, principal names or ids. */
export async function findCandidateUsers(
  db: DomainDb,
  { objectIds, addresses, tuids }: CandidateKeys,
): Promise<readonly CandidateUser[]> {
  const rows = await db.query<{ tuid: string; external_id: string | null; upn: string; owner: string | null }>(
    `select u.tuid, u.external_id, lower(u.user_principal_name) as upn, (
       select max(substr(a.alias, 5)) from identity_aliases a
       where a.domain_id = $1 and a.subject = u.tuid::text and a.alias like 'oid:%') as owner
     from users u
     where u.domain_id = $1 and u.removed_at is null and u.tuid = any(array(
       select known.tuid from users known where known.domain_id = $1 and known.external_id = any($2::text[])
       union select a.tuid from user_addresses a
         join users named on named.domain_id = $1 and named.tuid = a.tuid and lower(named.user_principal_name) = a.address
         where a.domain_id = $1 and a.address = any($3::text[])
       union select * from unnest($4::uuid[])))
     order by u.tuid`,
    [objectIds, addresses, tuids],
  );
  return rows.map(({ tuid, external_id, upn, owner }) => ({
    tuid,
    externalId: external_id,
    userPrincipalName: upn,
    owner,
  }));
}
