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
  /** It is counted when somebody asks whether there is enough to look at. */
  readonly isSpark: boolean;
  readonly memory: string;
}

/** A hit that is new, or is not what it was. */
export interface ChangedHit {
  readonly detector: string;
  readonly group: string;
  readonly at: number;
}

/**
 * Remembers hits, and answers which of them change anything. One that is already there only adds to the count, unless
 * the new one is the earlier of the two: what is remembered is always the earliest, in whatever order they came. Of
 * `uncounted` detectors not even the count is kept.
 */
export async function saveHits(
  tx: DomainDb,
  hits: readonly HitRow[],
  uncounted: readonly string[],
  recordedAt: Date,
): Promise<readonly ChangedHit[]> {
  if (hits.length === 0) return [];
  const rows = await tx.query<{ detector: string; group_key: string; at: string }>(
    `insert into hits as h (domain_id, detector, group_key, bucket, hit_key, at, row_id, count, memory, spark, recorded_at)
     select $1, detector, group_key, bucket, hit_key, at, row_id, count, memory, spark, $11
     from unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::int[], $9::text[],
         $10::boolean[]) as given (detector, group_key, bucket, hit_key, at, row_id, count, memory, spark)
     on conflict (domain_id, detector, group_key, bucket, hit_key) do update set
       count = h.count + excluded.count,
       at = least(h.at, excluded.at),
       row_id = case when ${IS_EARLIER} then excluded.row_id else h.row_id end,
       memory = case when ${IS_EARLIER} then excluded.memory else h.memory end
     where ${IS_EARLIER} or excluded.detector <> all ($12::text[])
     returning h.detector, h.group_key, h.at`,
    [
      hits.map(({ detector }) => detector),
      hits.map(({ group }) => group),
      hits.map(({ bucket }) => bucket),
      hits.map(({ hitKey }) => hitKey),
      hits.map(({ at }) => at),
      hits.map(({ rowId }) => rowId),
      hits.map(({ count }) => count),
      hits.map(({ memory }) => memory),
      hits.map(({ isSpark }) => isSpark),
      recordedAt,
      uncounted,
    ],
  );
  return rows.map(({ detector, group_key, at }) => ({ detector, group: group_key, at: Number(at) }));
}

const IS_EARLIER = "(excluded.at, excluded.row_id) < (h.at, h.row_id)";

/** A group of a detector, and the stretch of its memory that is asked for (both ends belong to it). */
export interface MemoryRange {
  readonly detector: string;
  readonly group: string;
  readonly from: number;
  readonly to: number;
}

const WANTED = `unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality
       as wanted (detector, group_key, first, last, place)`;

const wantedValues = (ranges: readonly MemoryRange[]): readonly unknown[] => [
  ranges.map(({ detector }) => detector),
  ranges.map(({ group }) => group),
  ranges.map(({ from }) => from),
  ranges.map(({ to }) => to),
];

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
    `select wanted.place::int as place, h.at, h.count, h.memory from ${WANTED}
     cross join lateral (
       select at, count, memory from hits
       where domain_id = $1 and detector = wanted.detector and group_key = wanted.group_key
         and bucket between wanted.first and wanted.last
       order by bucket desc, hit_key desc limit ${limit}) h`,
    wantedValues(ranges),
  );
  for (const { place, at, count, memory } of rows) found[place - 1]?.push({ at: Number(at), count, memory });
  return found;
}

/** Of how many rows the sparks in each range are, by its place in the list. */
export async function countSparks(tx: DomainDb, ranges: readonly MemoryRange[]): Promise<readonly number[]> {
  const counts = ranges.map(() => 0);
  if (ranges.length === 0) return counts;
  const rows = await tx.query<{ place: number; sparks: string }>(
    `select wanted.place::int as place, h.sparks from ${WANTED}
     cross join lateral (
       select sum(count) as sparks from hits
       where domain_id = $1 and detector = wanted.detector and group_key = wanted.group_key
         and bucket between wanted.first and wanted.last and spark) h
     where h.sparks is not null`,
    wantedValues(ranges),
  );
  for (const { place, sparks } of rows) counts[place - 1] = Number(sparks);
  return counts;
}

/** Forgets what a detector remembers of hits that both happened and were recorded before these times. */
export function forgetHits(tx: DomainDb, detector: string, before: Date): Promise<number> {
  return tx.execute(
    "delete from hits where domain_id = $1 and detector = $2 and bucket < $3 and at < $3 and recorded_at < $4",
    [detector, before.getTime(), before],
  );
}
