import type { DomainDb, DomainStatement } from "../database/database.ts";

/** An actor that hits refer to, as text. */
export interface HitActor {
  /** A digest of the text. */
  readonly key: string;
  readonly packed: string;
  /** The day on which the last of its hits has expired, in days since 1970-01-01. */
  readonly keptUntil: number;
}

/** Stores actors. One that exists already is only kept for longer. */
export const savingActors = (actors: readonly HitActor[]): DomainStatement<readonly never[]> => ({
  text: `insert into hit_actors as a (domain_id, actor, packed, kept_until)
     select $1, actor, packed, kept_until
     from unnest($2::uuid[], $3::text[], $4::int[]) as given (actor, packed, kept_until)
     on conflict (domain_id, actor) do update set kept_until = excluded.kept_until
     where a.kept_until < excluded.kept_until`,
  values: [actors.map(({ key }) => key), actors.map(({ packed }) => packed), actors.map(({ keptUntil }) => keptUntil)],
  read: () => [],
});

/** Returns the texts of actors by key. */
export async function readHitActors(tx: DomainDb, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.query<{ actor: string; packed: string }>(
    `select wanted.actor, a.packed from unnest($2::uuid[]) as wanted (actor)
     cross join lateral (
       select packed from hit_actors where domain_id = $1 and actor = wanted.actor limit 1) a`,
    [keys],
  );
  return new Map(rows.map(({ actor, packed }) => [actor, packed]));
}

/** The key before all others. */
export const FIRST_ACTOR = "00000000-0000-0000-0000-000000000000";

/**
 * Deletes those of the next `limit` actors after a key whose hits have expired before a day. The cost is bounded by the
 * limit. Returns the key to continue from, or undefined at the end.
 */
export async function forgetHitActors(
  db: DomainDb,
  day: number,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ actor: string }>(
    `with looked as (
       select ctid as place, actor, kept_until from hit_actors
       where domain_id = $1 and actor > $2 order by actor limit $3),
     gone as (
       delete from hit_actors where domain_id = $1
         and ctid = any(array(select place from looked where kept_until < $4)))
     select actor from looked where (select count(*) from looked) = $3 order by actor desc limit 1`,
    [after, limit, day],
  );
  return row?.actor;
}
