import type { DomainDb } from "../database/database.ts";

/** Who a drift event is about, or whom it names. */
export interface DriftPerson {
  readonly name: string | null;
  readonly upn: string | null;
  readonly email: string | null;
}

/** Returns the peer group of each user that has one. */
export async function readGroups(db: DomainDb): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ tuid: string; group_guid: string }>(
    "select tuid, group_guid from users where domain_id = $1 and group_guid is not null and removed_at is null",
  );
  return new Map(rows.map(({ tuid, group_guid }) => [tuid, group_guid]));
}

/** Returns users by their ids. */
export async function findDriftUsers(
  db: DomainDb,
  tuids: readonly string[],
): Promise<ReadonlyMap<string, DriftPerson>> {
  const rows = await db.query<DriftPerson & { tuid: string }>(
    `select tuid, name, user_principal_name as upn, email_addresses[1] as email from users
     where domain_id = $1 and tuid = any($2::uuid[]) and removed_at is null`,
    [tuids],
  );
  return new Map(rows.map((row) => [row.tuid, row]));
}

/** A non-human identity and its human steward, if it has one. */
export interface DriftNhi {
  readonly name: string;
  readonly principalId: string | null;
  readonly appId: string | null;
  readonly steward: DriftPerson | null;
}

export async function findDriftNhi(db: DomainDb, nuids: readonly string[]): Promise<ReadonlyMap<string, DriftNhi>> {
  const rows = await db.query<{
    nuid: string;
    name: string;
    principal_id: string | null;
    app_id: string | null;
    steward_upn: string | null;
    steward_name: string | null;
    steward_email: string | null;
  }>(
    `select i.nuid, i.display_name as name, i.principal_id, i.app_id, i.steward_upn, s.name as steward_name, s.email as steward_email
     from nhi i left join lateral (
       select u.name, u.email_addresses[1] as email from user_addresses a
       join users u on u.domain_id = $1 and u.tuid = a.tuid and u.removed_at is null
       where a.domain_id = $1 and a.address = lower(i.steward_upn) order by u.tuid limit 1) s on true
     where i.domain_id = $1 and i.nuid = any($2::uuid[]) and i.removed_at is null`,
    [nuids],
  );
  return new Map(
    rows.map((row) => [
      row.nuid,
      {
        name: row.name,
        principalId: row.principal_id,
        appId: row.app_id,
        steward:
          row.steward_upn === null
            ? null
            : { name: row.steward_name, upn: row.steward_upn, email: row.steward_email ?? row.steward_upn },
      },
    ]),
  );
}
