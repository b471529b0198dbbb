import type { DomainDb } from "../database/database.ts";
import { groupKeyOf } from "./hit-keys.ts";

/** A period of a group of hits that has a limit of the given name. */
export interface LimitedPeriod {
  readonly name: string;
  readonly group: string;
  readonly period: number;
}

/** How many triggers the group needs in the period for a finding, as long as its earlier hits stay the same. */
export interface TriggerLimitRow extends LimitedPeriod {
  readonly fewest: number;
}

/** Limits beyond this number are stored as this number. */
const MOST = 2_147_483_647;

const keysOf = (periods: readonly LimitedPeriod[]): readonly string[] =>
  periods.map(({ name, group }) => groupKeyOf(name, group));

/** Stores the limits of groups; each has one, that of its latest period. */
export async function saveTriggerLimits(tx: DomainDb, limits: readonly TriggerLimitRow[]): Promise<void> {
  if (limits.length === 0) return;
  const latest = new Map(
    limits.toSorted((a, b) => a.period - b.period).map((limit) => [groupKeyOf(limit.name, limit.group), limit]),
  );
  await tx.execute(
    `insert into trigger_limits as l (domain_id, group_key, period, fewest)
     select $1, group_key, period, fewest
     from unnest($2::uuid[], $3::bigint[], $4::integer[]) as given (group_key, period, fewest)
     on conflict (domain_id, group_key) do update set period = excluded.period, fewest = excluded.fewest
     where l.period <= excluded.period`,
    [
      [...latest.keys()],
      [...latest.values()].map(({ period }) => period),
      [...latest.values()].map(({ fewest }) => Math.min(fewest, MOST)),
    ],
  );
}

/** Drops the limits of periods after the given ones, in which hits changed. */
export async function dropLaterLimits(tx: DomainDb, changed: readonly LimitedPeriod[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.execute(
    `delete from trigger_limits l using unnest($2::uuid[], $3::bigint[]) as given (group_key, period)
     where l.domain_id = $1 and l.group_key = given.group_key and l.period > given.period`,
    [keysOf(changed), changed.map(({ period }) => period)],
  );
}

/** A period with a limit, and where its triggers and the hits after it are. */
export interface GatedPeriod extends LimitedPeriod {
  /** The name that the hits are stored under. */
  readonly detector: string;
  readonly periodMs: number;
  /** The end of the time in which later hits would matter. */
  readonly to: number;
}

/** Returns the places of the periods with fewer triggers than their limit and no hits after them. Reads indexes only. */
export async function findBelowLimit(tx: DomainDb, periods: readonly GatedPeriod[]): Promise<ReadonlySet<number>> {
  if (periods.length === 0) return new Set();
  const rows = await tx.query<{ place: number }>(
    `select wanted.place::int as place
     from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[]) with ordinality
       as wanted (limit_key, group_key, period, next, last, place)
     cross join lateral (
       select fewest from trigger_limits
       where domain_id = $1 and group_key = wanted.limit_key and period = wanted.period offset 0) l
     cross join lateral (
       select coalesce(sum(count), 0) as triggers from hits
       where domain_id = $1 and group_key = wanted.group_key and bucket >= wanted.period and bucket < wanted.next
         and is_trigger) own
     cross join lateral (
       select count(*) as hits from (
         select from hits
         where domain_id = $1 and group_key = wanted.group_key and bucket >= wanted.next and bucket <= wanted.last
         limit 1) one) later
     where own.triggers < l.fewest and later.hits = 0`,
    [
      keysOf(periods),
      periods.map(({ detector, group }) => groupKeyOf(detector, group)),
      periods.map(({ period }) => period),
      periods.map(({ period, periodMs }) => period + periodMs),
      periods.map(({ to }) => to),
    ],
  );
  return new Set(rows.map(({ place }) => place - 1));
}

/** Deletes the limits of periods before a time. */
export async function forgetTriggerLimits(db: DomainDb, before: number): Promise<void> {
  await db.execute("delete from trigger_limits where domain_id = $1 and period < $2", [before]);
}
