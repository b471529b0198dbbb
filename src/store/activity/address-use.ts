import type { DomainDb } from "../database/database.ts";

/** An address from which an actor acted, with the first and last of these days since 1970-01-01. */
export interface ActorAddress {
  readonly address: string;
  readonly actorKey: string;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The last day of a stored address may be this many days old. */
export const REFRESH_DAYS = 7;

/** Adds addresses of actors; those that are stored with the same or nearly the same days are left. */
export async function saveActorAddresses(tx: DomainDb, used: readonly ActorAddress[]): Promise<void> {
  if (used.length === 0) return;
  await tx.execute(
    `insert into address_use as a (domain_id, address, actor_key, first_day, last_day)
     select $1, address, actor_key, first_day, last_day
     from unnest($2::text[], $3::text[], $4::int[], $5::int[]) as given (address, actor_key, first_day, last_day)
     on conflict (domain_id, address, actor_key) do update set
       first_day = least(a.first_day, excluded.first_day), last_day = greatest(a.last_day, excluded.last_day)
     where a.first_day > excluded.first_day or a.last_day < excluded.last_day`,
    [
      used.map(({ address }) => address),
      used.map(({ actorKey }) => actorKey),
      used.map(({ firstDay }) => firstDay),
      used.map(({ lastDay }) => lastDay),
    ],
  );
}

/** How an address is used. */
export interface StoredAddressUse {
  readonly address: string;
  /** How many people used it since the given day, counted up to a limit. */
  readonly people: number;
  /** How many programs did. */
  readonly programs: number;
  /** From the first of their days to the last. */
  readonly days: number;
  /** The first day of any of the given actors, if they used it. */
  readonly firstDay: number | null;
}

/** Counting stops here. */
const MAX_ACTORS = 1_000;

/**
 * Returns how addresses are used since a day, and since when by these actors; unused addresses are absent. The actors of
 * one identity count once: rows name a person by address or only by object id.
 */
export async function readAddressUse(
  db: DomainDb,
  addresses: readonly string[],
  actorKeys: readonly string[],
  sinceDay: number,
): Promise<readonly StoredAddressUse[]> {
  if (addresses.length === 0) return [];
  const rows = await db.query<Omit<StoredAddressUse, "firstDay"> & { readonly first_day: number | null }>(
    `select wanted.address, used.people, used.programs, used.days,
       (select min(o.first_day) from address_use o
        where o.domain_id = $1 and o.address = wanted.address and o.actor_key = any($3::text[])) as first_day
     from unnest($2::text[]) as wanted (address)
     cross join lateral (
       select count(distinct identity) filter (where kind = 'user')::int as people,
         count(distinct identity) filter (where kind = 'service')::int as programs,
         coalesce(max(last_day) - min(first_day) + 1, 0) as days
       from (
         select recent.first_day, recent.last_day, coalesce(known.kind, actor.kind, case when recent.actor_key like 'upn:%' then 'user' end) as kind,
           coalesce(known.subject, named.actor_key, recent.actor_key) as identity
         from (
           select actor_key, first_day, last_day from address_use a
           where a.domain_id = $1 and a.address = wanted.address and a.last_day >= $4 limit $5) recent
         left join activity_actors actor on actor.domain_id = $1 and actor.actor_key = recent.actor_key
         left join identity_aliases known on known.domain_id = $1 and known.alias = recent.actor_key
         left join lateral (
           select min(o.actor_key) as actor_key from activity_actors o
           where o.domain_id = $1 and o.keys[1] = recent.actor_key and o.actor_key like 'upn:%') named on true) users) used`,
    [addresses, actorKeys, sinceDay, MAX_ACTORS],
  );
  return rows
    .filter(({ people, programs, first_day }) => people + programs > 0 || first_day !== null)
    .map(({ first_day, ...row }) => ({ ...row, firstDay: first_day }));
}

const REMOVED_AT_ONCE = 1_000;

/** Removes up to 1,000 addresses that nobody has used since a day; returns how many. */
export function removeAddressesBefore(tx: DomainDb, day: number): Promise<number> {
  return tx.execute(
    `delete from address_use where domain_id = $1 and last_day < $2 and ctid = any(array(
       select ctid from address_use where domain_id = $1 and last_day < $2 limit $3))`,
    [day, REMOVED_AT_ONCE],
  );
}
