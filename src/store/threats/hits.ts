import type { DomainDb } from "../database/database.ts";

/** One hit of a detector as it is stored: aggregated, and with the detector's data as text. */
export interface HitRow {
  readonly detector: string;
  readonly group: string;
  /** The time bucket it is aggregated into, or its own time when each row is kept. */
  readonly bucket: number;
  /** Unique within its group and bucket. */
  readonly hitKey: string;
  readonly at: number;
  readonly rowId: string;
  readonly count: number;
  /** It counts toward the minimum number of triggers of its detector. */
  readonly isTrigger: boolean;
  readonly memory: string;
}

/** A hit that is new or has changed. */
export interface ChangedHit {
  readonly detector: string;
  readonly group: string;
  readonly at: number;
}

/**
 * Stores hits; returns those that changed anything. A hit that exists already only increases the count, unless the new
 * one is earlier: the earliest is kept, in whatever order they arrive. For `uncounted` detectors the count is not kept.
 */
export async function saveHits(
  tx: DomainDb,
  hits: readonly HitRow[],
  uncounted: readonly string[],
  recordedAt: Date,
): Promise<readonly ChangedHit[]> {
  const kept = new Set(uncounted);
  const counted = hits.filter(({ detector }) => !kept.has(detector));
  return [
    ...(await mergeHits(tx, counted, "", recordedAt)),
    ...(await mergeHits(
      tx,
      hits.filter(({ detector }) => kept.has(detector)),
      `where ${IS_EARLIER}`,
      recordedAt,
    )),
  ];
}

/** Stores hits; one that exists already is changed only under the condition, which cannot have parameters (Citus). */
async function mergeHits(
  tx: DomainDb,
  hits: readonly HitRow[],
  condition: string,
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
     ${condition}
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
      hits.map(({ isTrigger }) => isTrigger),
      recordedAt,
    ],
  );
  return rows.map(({ detector, group_key, at }) => ({ detector, group: group_key, at: Number(at) }));
}

const IS_EARLIER = "(excluded.at, excluded.row_id) < (h.at, h.row_id)";

/** A group of a detector and the range of its hits to read, both ends included. */
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

export interface HitLimits {
  /** Of a range with more hits the oldest are left out, which can only make a detector count too few. */
  readonly perRange: number;
  /** For all ranges together; at least twice `perRange`. */
  readonly total: number;
}

/**
 * Returns the hits of each range, in the order of the ranges, newest first. Ranges beyond the total limit are absent
 * and have to be read again; the first one is always present.
 */
export async function readHits(
  tx: DomainDb,
  ranges: readonly MemoryRange[],
  { perRange, total }: HitLimits,
): Promise<readonly (readonly RememberedHit[])[]> {
  const found: RememberedHit[][] = ranges.map(() => []);
  if (ranges.length === 0) return found;
  const rows = await tx.query<{ place: number; at: string; count: number; memory: string }>(
    `select wanted.place::int as place, h.at, h.count, h.memory from ${WANTED}
     cross join lateral (
       select at, count, memory from hits
       where domain_id = $1 and detector = wanted.detector and group_key = wanted.group_key
         and bucket between wanted.first and wanted.last
       order by bucket desc, hit_key desc limit ${perRange}) h
     order by wanted.place limit ${total}`,
    wantedValues(ranges),
  );
  for (const { place, at, count, memory } of rows) found[place - 1]?.push({ at: Number(at), count, memory });
  const last = rows.at(-1);
  // The range at which the total was reached may be incomplete.
  return last && rows.length === total ? found.slice(0, last.place - 1) : found;
}

/** A range of hits that fold, and the length of their slots. */
export interface SlotRange extends MemoryRange {
  readonly foldMs: number;
}

/**
 * Returns the slots with a hit of each range, ascending and in the order of the ranges; undefined for a range with more
 * than `perRange` hits. Reads an index only.
 */
export async function readSlots(
  tx: DomainDb,
  ranges: readonly SlotRange[],
  perRange: number,
): Promise<readonly (readonly number[] | undefined)[]> {
  const found: (readonly number[] | undefined)[] = ranges.map(() => []);
  if (ranges.length === 0) return found;
  // Numbered by their length, slots are short texts.
  const rows = await tx.query<{ place: number; slots: string }>(
    `select wanted.place::int as place, h.slots
     from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[]) with ordinality
       as wanted (detector, group_key, first, last, fold_ms, place)
     cross join lateral (
       select string_agg((bucket / wanted.fold_ms)::text, ' ') as slots from (
         select bucket from hits
         where domain_id = $1 and detector = wanted.detector and group_key = wanted.group_key
           and bucket between wanted.first and wanted.last
         order by bucket, hit_key limit ${perRange + 1}) ordered) h
     where h.slots is not null`,
    [...wantedValues(ranges), ranges.map(({ foldMs }) => foldMs)],
  );
  for (const { place, slots } of rows) {
    const foldMs = ranges[place - 1]?.foldMs ?? 0;
    const starts = slots.split(" ").map((slot) => Number(slot) * foldMs);
    found[place - 1] = starts.length > perRange ? undefined : starts;
  }
  return found;
}

/** Counts the rows of the triggers in each range, in the order of the ranges. */
export async function countTriggers(tx: DomainDb, ranges: readonly MemoryRange[]): Promise<readonly number[]> {
  const counts = ranges.map(() => 0);
  if (ranges.length === 0) return counts;
  const rows = await tx.query<{ place: number; triggers: string }>(
    `select wanted.place::int as place, h.triggers from ${WANTED}
     cross join lateral (
       select sum(count) as triggers from hits
       where domain_id = $1 and detector = wanted.detector and group_key = wanted.group_key
         and bucket between wanted.first and wanted.last and spark) h
     where h.triggers is not null`,
    wantedValues(ranges),
  );
  for (const { place, triggers } of rows) counts[place - 1] = Number(triggers);
  return counts;
}

/** Returns the places of the ranges that have a hit. */
export async function findWithHits(tx: DomainDb, ranges: readonly MemoryRange[]): Promise<ReadonlySet<number>> {
  if (ranges.length === 0) return new Set();
  const rows = await tx.query<{ place: number }>(
    // With the limit each range is looked up in the index; "exists" may become a join that reads all hits.
    `select wanted.place::int as place from ${WANTED}
     cross join lateral (
       select from hits
       where domain_id = $1 and detector = wanted.detector and group_key = wanted.group_key
         and bucket between wanted.first and wanted.last
       limit 1) h`,
    wantedValues(ranges),
  );
  return new Set(rows.map(({ place }) => place - 1));
}

/** Returns the places of the ranges that have hits with different keys. Reads an index only. */
export async function findWithTwoKeys(tx: DomainDb, ranges: readonly MemoryRange[]): Promise<ReadonlySet<number>> {
  if (ranges.length === 0) return new Set();
  const rows = await tx.query<{ place: number }>(
    `select wanted.place::int as place from ${WANTED}
     cross join lateral (
       select min(hit_key) as least, max(hit_key) as most from hits
       where domain_id = $1 and detector = wanted.detector and group_key = wanted.group_key
         and bucket between wanted.first and wanted.last) h
     where h.least < h.most`,
    wantedValues(ranges),
  );
  return new Set(rows.map(({ place }) => place - 1));
}

/** A position in the hits of a domain. */
export interface HitPosition {
  readonly detector: string;
  readonly group: string;
  readonly bucket: number;
  readonly hitKey: string;
}

export const FIRST_HIT: HitPosition = { detector: "", group: "", bucket: 0, hitKey: "" };

/** The time before which the hits of a detector expire. */
export interface HitExpiry {
  readonly detector: string;
  readonly before: Date;
}

/**
 * Deletes those of the next `limit` hits after a position that both happened and were recorded before the expiry of
 * their detector. The cost is bounded by the limit, however many hits the domain has. Returns the position to continue
 * from, or undefined at the end.
 */
export async function forgetHits(
  db: DomainDb,
  expiries: readonly HitExpiry[],
  after: HitPosition,
  limit: number,
): Promise<HitPosition | undefined> {
  const [row] = await db.query<{ detector: string; group_key: string; bucket: string; hit_key: string }>(
    `with looked as (
       select ctid as place, detector, group_key, bucket, hit_key, at, recorded_at from hits
       where domain_id = $1 and (detector, group_key, bucket, hit_key) > ($2, $3, $4, $5)
       order by detector, group_key, bucket, hit_key limit $6),
     expired as (
       select looked.place from looked
       join unnest($7::text[], $8::timestamptz[]) as expiry (detector, before) on expiry.detector = looked.detector
       where looked.recorded_at < expiry.before and looked.at < extract(epoch from expiry.before) * 1000
         and looked.bucket < extract(epoch from expiry.before) * 1000),
     gone as (delete from hits where domain_id = $1 and ctid = any(array(select place from expired)))
     select detector, group_key, bucket, hit_key from looked
     where (select count(*) from looked) = $6
     order by detector desc, group_key desc, bucket desc, hit_key desc limit 1`,
    [
      after.detector,
      after.group,
      after.bucket,
      after.hitKey,
      limit,
      expiries.map(({ detector }) => detector),
      expiries.map(({ before }) => before),
    ],
  );
  return row && { detector: row.detector, group: row.group_key, bucket: Number(row.bucket), hitKey: row.hit_key };
}
