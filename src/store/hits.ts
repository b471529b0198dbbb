import type { DomainDb } from "./database.ts";

/** One hit of a detector as it is written: folded, and with what the detector wants to remember as text. */
export interface HitRow {
  readonly detector: string;
  readonly group: string;
  /** The stretch of time it is folded into, or its own time when each row is remembered. */
  readonly bucket: number;
  /** Tells it from the other hits of its group and bucket. */
  readonly hitKey: string;
  readonly at: number;
  readonly rowId: string;
  readonly count: number;
  readonly memory: string;
}

/**
 * Remembers hits. One that is already there only adds to the count, unless the new one is the earlier of the two: what
 * is remembered is always the earliest, in whatever order they came.
 */
export async function saveHits(tx: DomainDb, hits: readonly HitRow[], recordedAt: Date): Promise<void> {
  if (hits.length === 0) return;
  await tx.execute(
    `insert into hits as h (domain_id, detector, group_key, bucket, hit_key, at, row_id, count, memory, recorded_at)
     select $1, detector, group_key, bucket, hit_key, at, row_id, count, memory, $10
     from unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::int[], $9::text[])
       as given (detector, group_key, bucket, hit_key, at, row_id, count, memory)
     on conflict (domain_id, detector, group_key, bucket, hit_key) do update set
       count = h.count + excluded.count,
       at = least(h.at, excluded.at),
       row_id = case when ${IS_EARLIER} then excluded.row_id else h.row_id end,
       memory = case when ${IS_EARLIER} then excluded.memory else h.memory end`,
    [
      hits.map(({ detector }) => detector),
      hits.map(({ group }) => group),
      hits.map(({ bucket }) => bucket),
      hits.map(({ hitKey }) => hitKey),
      hits.map(({ at }) => at),
      hits.map(({ rowId }) => rowId),
      hits.map(({ count }) => count),
      hits.map(({ memory }) => memory),
      recordedAt,
    ],
  );
}

const IS_EARLIER = "(excluded.at, excluded.row_id) < (h.at, h.row_id)";

/** A group of a detector, and the stretch of its memory that is asked for (both ends belong to it). */
export interface MemoryRange {
  readonly detector: string;
  readonly group: string;
  readonly from: number;
  readonly to: number;
}

export interface RememberedHit {
  readonly at: number;
  readonly count: number;
  readonly memory: string;
}

/**
 * The hits of each range, by its place in the list, newest first: of a range that holds more than `limit`, the oldest
 * are left out, which can only make a detector count too few.
 */
export async function readHits(
  tx: DomainDb,
  ranges: readonly MemoryRange[],
  limit: number,
): Promise<readonly (readonly RememberedHit[])[]> {
  const found: RememberedHit[][] = ranges.map(() => []);
  if (ranges.length === 0) return found;
  const rows = await tx.query<{ place: number; at: string; count: number; memory: string }>(
    `select wanted.place::int as place, h.at, h.count, h.memory
     from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality
       as wanted (detector, group_key, first, last, place)
     cross join lateral (
       select at, count, memory from hits
       where domain_id = $1 and detector = wanted.detector and group_key = wanted.group_key
         and bucket between wanted.first and wanted.last
       order by bucket desc, hit_key desc limit ${limit}) h`,
    [
      ranges.map(({ detector }) => detector),
      ranges.map(({ group }) => group),
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => to),
    ],
  );
  for (const { place, at, count, memory } of rows) found[place - 1]?.push({ at: Number(at), count, memory });
  return found;
}

export interface HitGroup {
  readonly detector: string;
  readonly group: string;
  /** The time of the oldest hit the group ever had. */
  readonly since: number;
}

/** Remembers how far back groups reach, and answers what was known before; a new group is not in the answer. */
export async function extendGroups(tx: DomainDb, groups: readonly HitGroup[]): Promise<readonly HitGroup[]> {
  if (groups.length === 0) return [];
  const names = [groups.map(({ detector }) => detector), groups.map(({ group }) => group)];
  const known = await tx.query<{ detector: string; group_key: string; since: string }>(
    `select g.detector, g.group_key, g.since from hit_groups g
     join unnest($2::text[], $3::text[]) as given (detector, group_key)
       on given.detector = g.detector and given.group_key = g.group_key
     where g.domain_id = $1`,
    names,
  );
  await tx.execute(
    `insert into hit_groups as g (domain_id, detector, group_key, since)
     select $1, detector, group_key, since
     from unnest($2::text[], $3::text[], $4::bigint[]) as given (detector, group_key, since)
     on conflict (domain_id, detector, group_key) do update set since = excluded.since where excluded.since < g.since`,
    [...names, groups.map(({ since }) => since)],
  );
  return known.map(({ detector, group_key, since }) => ({ detector, group: group_key, since: Number(since) }));
}

/** Forgets what a detector remembers of hits that both happened and were recorded before these times. */
export function forgetHits(tx: DomainDb, detector: string, before: Date): Promise<number> {
  return tx.execute(
    "delete from hits where domain_id = $1 and detector = $2 and bucket < $3 and at < $3 and recorded_at < $4",
    [detector, before.getTime(), before],
  );
}

/** Forgets groups that remember nothing any more. */
export function forgetEmptyGroups(tx: DomainDb): Promise<number> {
  return tx.execute(
    `delete from hit_groups g where g.domain_id = $1 and not exists (
       select from hits h where h.domain_id = $1 and h.detector = g.detector and h.group_key = g.group_key)`,
  );
}
