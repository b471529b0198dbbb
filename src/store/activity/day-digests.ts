import type { DomainDb } from "../database/database.ts";

/** Days from `from` to before `to`, in days since 1970-01-01. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** A digest for each range, by actor key; an actor without days in any of the ranges has none. */
export type DayDigests = ReadonlyMap<string, readonly string[]>;

/** Actors in one statement: the database computes a digest of each of their days. */
const CHUNK = 25;

/**
 * Returns digests of the packed days of actors, computed by the database, so that days that did not change need not be
 * read. Equal digests mean equal days.
 */
export async function readDayDigests(
  db: DomainDb,
  actorKeys: readonly string[],
  ranges: readonly DayRange[],
): Promise<DayDigests> {
  const found = new Map<string, readonly string[]>();
  if (ranges.length === 0) return found;
  const first = Math.min(...ranges.map(({ from }) => from));
  const last = Math.max(...ranges.map(({ to }) => to));
  const bounds = ranges.flatMap(({ from, to }) => [from, to]);
  for (let start = 0; start < actorKeys.length; start += CHUNK) {
    const rows = await db.query<{ actor_key: string; digests: readonly string[] }>(statementFor(ranges.length), [
      actorKeys.slice(start, start + CHUNK),
      first,
      last,
      ...bounds,
    ]);
    for (const { actor_key, digests } of rows) found.set(actor_key, digests);
  }
  return found;
}

/** The order of days does not matter, because the digest of a day contains its number. */
function statementFor(ranges: number): string {
  const digests = Array.from({ length: ranges }, (_, range) => {
    const inRange = `filter (where day >= $${5 + 2 * range}::int and day < $${6 + 2 * range}::int)`;
    return `concat_ws('.', count(*) ${inRange}, bit_xor(high) ${inRange}, bit_xor(low) ${inRange})`;
  });
  return `select actor_key, array[${digests.join(", ")}] as digests from (
      select actor_key, day, ('x' || substr(digest, 1, 16))::bit(64)::bigint as high,
        ('x' || substr(digest, 17))::bit(64)::bigint as low
      from (
        select d.actor_key, d.day, md5(int4send(d.day) || d.payload) as digest
        from unnest($2::text[]) as wanted (actor_key) cross join lateral (
          select actor_key, day, payload from activity_days
          where domain_id = $1 and actor_key = wanted.actor_key and day >= $3 and day < $4 offset 0) d
        offset 0) hashed) halves
    group by actor_key`;
}
