import type { DomainDb, DomainStatement } from "../database/database.ts";
import { type HitActor, savingActors } from "./hit-actors.ts";
import { detectorCodeOf, groupKeyOf } from "./hit-keys.ts";

/** One hit of a detector as it is stored: aggregated, and with the detector's data as text. */
export interface HitRow extends HitSource {
  readonly detector: string;
  readonly group: string;
  /** The time bucket it is aggregated into, or its own time when each row is kept. */
  readonly bucket: number;
  readonly at: number;
  readonly count: number;
  /** It counts toward the minimum number of triggers of its detector. */
  readonly isTrigger: boolean;
}

/** Where a hit came from. Ids are UUIDs; other ids are part of the text. */
interface HitSource {
  /** Unique within its group and bucket (`hitKeyOf`). */
  readonly hitKey: string;
  /** The id of the row, or a digest of it. */
  readonly rowKey: string;
  readonly eventKey: string | null;
  /** The key of its `HitActor`. */
  readonly actor: string | null;
  readonly memory: string;
}

/** Hits, and the actors of theirs that are not known to be stored. */
export interface NewHitRows {
  readonly rows: readonly HitRow[];
  readonly actors: readonly HitActor[];
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
  { rows, actors }: NewHitRows,
  uncounted: readonly string[],
  recordedAt: Date,
): Promise<readonly ChangedHit[]> {
  const kept = new Set(uncounted);
  const counted = rows.filter(({ detector }) => !kept.has(detector));
  const others = rows.filter(({ detector }) => kept.has(detector));
  const statements = [
    ...(actors.length > 0 ? [savingActors(actors)] : []),
    ...(counted.length > 0 ? [mergingHits(counted, "", recordedAt)] : []),
    ...(others.length > 0 ? [mergingHits(others, `where ${IS_EARLIER}`, recordedAt)] : []),
  ];
  return (await tx.runAll(statements)).flat();
}

/** Stores hits; one that exists already is changed only under the condition, which cannot have parameters (Citus). */
function mergingHits(
  hits: readonly HitRow[],
  condition: string,
  recordedAt: Date,
): DomainStatement<readonly ChangedHit[]> {
  const groups = new Map<string, HitRow>();
  const keys = hits.map((hit) => {
    const key = groupKeyOf(hit.detector, hit.group);
    groups.set(key, hit);
    return key;
  });
  return {
    text: `insert into hits as h (domain_id, detector, group_key, bucket, hit_key, at, row_id, event_id, actor, count, memory,
       is_trigger, recorded_at)
     select $1, detector, group_key, bucket, hit_key, at, row_id, event_id, actor, count, memory, is_trigger, $13
     from unnest($2::int[], $3::uuid[], $4::bigint[], $5::uuid[], $6::bigint[], $7::uuid[], $8::uuid[], $9::uuid[],
         $10::int[], $11::text[], $12::boolean[])
       as given (detector, group_key, bucket, hit_key, at, row_id, event_id, actor, count, memory, is_trigger)
     on conflict (domain_id, group_key, bucket, hit_key) do update set
       count = h.count + excluded.count,
       at = least(h.at, excluded.at),
       row_id = case when ${IS_EARLIER} then excluded.row_id else h.row_id end,
       event_id = case when ${IS_EARLIER} then excluded.event_id else h.event_id end,
       actor = case when ${IS_EARLIER} then excluded.actor else h.actor end,
       memory = case when ${IS_EARLIER} then excluded.memory else h.memory end
     ${condition}
     returning h.group_key, h.at`,
    values: [
      hits.map(({ detector }) => detectorCodeOf(detector)),
      keys,
      hits.map(({ bucket }) => bucket),
      hits.map(({ hitKey }) => hitKey),
      hits.map(({ at }) => at),
      hits.map(({ rowKey }) => rowKey),
      hits.map(({ eventKey }) => eventKey),
      hits.map(({ actor }) => actor),
      hits.map(({ count }) => count),
      hits.map(({ memory }) => memory),
      hits.map(({ isTrigger }) => isTrigger),
      recordedAt,
    ],
    read: ({ rows }) =>
      (rows as readonly { readonly group_key: string; readonly at: string }[]).map(({ group_key, at }) => {
        const { detector = "", group = "" } = groups.get(group_key) ?? {};
        return { detector, group, at: Number(at) };
      }),
  };
}

const IS_EARLIER = "(excluded.at, excluded.row_id) < (h.at, h.row_id)";

/** A group of a detector and the range of its hits to read, both ends included. */
export interface MemoryRange {
  readonly detector: string;
  readonly group: string;
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;

const WANTED = `unnest($2::uuid[], $3::bigint[], $4::bigint[]) with ordinality
       as wanted (group_key, first, last, place)`;

const IN_RANGE = `domain_id = $1 and group_key = wanted.group_key and bucket between wanted.first and wanted.last`;

const wantedValues = (ranges: readonly MemoryRange[]): readonly unknown[] => [
  ranges.map(({ detector, group }) => groupKeyOf(detector, group)),
  ranges.map(({ from }) => from),
  ranges.map(({ to }) => to),
];

export interface RememberedHit extends HitSource {
  readonly at: number;
  readonly count: number;
}

interface StoredHit {
  readonly place: number;
  readonly at: string;
  readonly count: number;
  readonly hit_key: string;
  readonly row_id: string;
  readonly event_id: string | null;
  readonly actor: string | null;
  readonly memory: string;
}

const toRemembered = ({ at, count, hit_key, row_id, event_id, actor, memory }: StoredHit): RememberedHit => ({
  at: Number(at),
  count,
  hitKey: hit_key,
  rowKey: row_id,
  eventKey: event_id,
  actor,
  memory,
});

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
  const rows = await tx.query<StoredHit>(
    `select wanted.place::int as place, h.* from ${WANTED}
     cross join lateral (
       select at, count, hit_key, row_id, event_id, actor, memory from hits
       where ${IN_RANGE}
       order by bucket desc, hit_key desc limit ${perRange}) h
     order by wanted.place limit ${total}`,
    wantedValues(ranges),
  );
  for (const row of rows) found[row.place - 1]?.push(toRemembered(row));
  const last = rows.at(-1);
  // The range at which the total was reached may be incomplete.
  return last && rows.length === total ? found.slice(0, last.place - 1) : found;
}

/** Counts the rows of the triggers in each range, in the order of the ranges. */
export const countTriggers = (tx: DomainDb, ranges: readonly MemoryRange[]): Promise<readonly number[]> =>
  countIn(tx, ranges, "sum(count)");

/** Counts the different keys of the triggers in each range, in the order of the ranges. */
export const countTriggerValues = (tx: DomainDb, ranges: readonly MemoryRange[]): Promise<readonly number[]> =>
  countIn(tx, ranges, "count(distinct hit_key)");

async function countIn(
  tx: DomainDb,
  ranges: readonly MemoryRange[],
  counted: "sum(count)" | "count(distinct hit_key)",
): Promise<readonly number[]> {
  const counts = ranges.map(() => 0);
  if (ranges.length === 0) return counts;
  const rows = await tx.query<{ place: number; triggers: string }>(
    `select wanted.place::int as place, h.triggers from ${WANTED}
     cross join lateral (
       select ${counted} as triggers from hits
       where ${IN_RANGE} and is_trigger) h
     where h.triggers is not null`,
    wantedValues(ranges),
  );
  for (const { place, triggers } of rows) counts[place - 1] = Number(triggers);
  return counts;
}

/** More triggers than a range can have. */
const MOST_TRIGGERS = Number.MAX_SAFE_INTEGER;

/** A range of hits, and how many triggers make a day of it busy. */
export interface BusyRange extends MemoryRange {
  readonly leastTriggers: number;
}

/** Counts the days (UTC) of each range with at least so many triggers, in the order of the ranges. */
export async function countBusyDays(tx: DomainDb, ranges: readonly BusyRange[]): Promise<readonly number[]> {
  const days = ranges.map(() => 0);
  if (ranges.length === 0) return days;
  const rows = await tx.query<{ place: number; days: number }>(
    `select wanted.place::int as place, h.days
     from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) with ordinality
       as wanted (group_key, first, last, least_triggers, place)
     cross join lateral (
       select count(*)::int as days from (
         select from hits
         where ${IN_RANGE} and is_trigger
         group by bucket / ${DAY_MS} having sum(count) >= wanted.least_triggers) busy) h
     where h.days > 0`,
    [...wantedValues(ranges), ranges.map(({ leastTriggers }) => Math.min(Math.ceil(leastTriggers), MOST_TRIGGERS))],
  );
  for (const row of rows) days[row.place - 1] = row.days;
  return days;
}

/** Returns the places of the ranges that have a hit. */
export async function findWithHits(tx: DomainDb, ranges: readonly MemoryRange[]): Promise<ReadonlySet<number>> {
  if (ranges.length === 0) return new Set();
  const rows = await tx.query<{ place: number }>(
    // With the limit each range is looked up in the index; "exists" may become a join that reads all hits.
    `select wanted.place::int as place from ${WANTED}
     cross join lateral (
       select from hits
       where ${IN_RANGE}
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
     cross join lateral (select hit_key from hits where ${IN_RANGE} limit 1) one
     cross join lateral (select from hits where ${IN_RANGE} and hit_key <> one.hit_key limit 1) other`,
    wantedValues(ranges),
  );
  return new Set(rows.map(({ place }) => place - 1));
}

/** A position in the hits of a domain. */
export interface HitPosition {
  readonly groupKey: string;
  readonly bucket: number;
  readonly hitKey: string;
}

const LEAST_KEY = "00000000-0000-0000-0000-000000000000";

export const FIRST_HIT: HitPosition = { groupKey: LEAST_KEY, bucket: 0, hitKey: LEAST_KEY };

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
  const [row] = await db.query<{ group_key: string; bucket: string; hit_key: string }>(
    // Two detectors may share a code: their hits expire when those of both would.
    `with looked as (
       select ctid as place, detector, group_key, bucket, hit_key, at, recorded_at from hits
       where domain_id = $1 and (group_key, bucket, hit_key) > ($2, $3, $4)
       order by group_key, bucket, hit_key limit $5),
     expiry as (
       select detector, min(before) as before from unnest($6::int[], $7::timestamptz[]) as given (detector, before)
       group by detector),
     expired as (
       select looked.place from looked join expiry on expiry.detector = looked.detector
       where looked.recorded_at < expiry.before and looked.at < extract(epoch from expiry.before) * 1000
         and looked.bucket < extract(epoch from expiry.before) * 1000),
     gone as (delete from hits where domain_id = $1 and ctid = any(array(select place from expired)))
     select group_key, bucket, hit_key from looked
     where (select count(*) from looked) = $5
     order by group_key desc, bucket desc, hit_key desc limit 1`,
    [
      after.groupKey,
      after.bucket,
      after.hitKey,
      limit,
      expiries.map(({ detector }) => detectorCodeOf(detector)),
      expiries.map(({ before }) => before),
    ],
  );
  return row && { groupKey: row.group_key, bucket: Number(row.bucket), hitKey: row.hit_key };
}
