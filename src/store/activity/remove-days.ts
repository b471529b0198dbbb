import type { DomainDb } from "../database/database.ts";

/** Days that one statement removes at most: the embedded database serves nobody else while it runs. */
export const REMOVED_AT_ONCE = 500;

/** Lists the keys of actors that were active before a day, in order, starting after the key `after`. */
export async function listActorsBefore(
  db: DomainDb,
  day: number,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.query<{ actor_key: string }>(
    `select actor_key from activity_actors
     where domain_id = $1 and first_day < $2 and actor_key > $3 order by actor_key limit $4`,
    [day, after, limit],
  );
  return rows.map(({ actor_key }) => actor_key);
}

/**
 * Removes up to `REMOVED_AT_ONCE` days of actors from before a day, and returns how many. Days that a batch of rows is
 * changing are left, so that neither waits for the other.
 */
export function removeDaysBefore(tx: DomainDb, actorKeys: readonly string[], day: number): Promise<number> {
  return tx.execute(
    `with old as (
       select d.actor_key, d.day from unnest($2::text[]) as wanted (actor_key)
       join activity_days d on d.domain_id = $1 and d.actor_key = wanted.actor_key and d.day < $3
       limit $4 for update of d skip locked)
     delete from activity_days d using old
     where d.domain_id = $1 and d.actor_key = old.actor_key and d.day = old.day`,
    [actorKeys, day, REMOVED_AT_ONCE],
  );
}
