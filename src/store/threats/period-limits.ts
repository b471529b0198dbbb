import { digestUuid } from "../../runtime/hashing.ts";
import type { DomainDb } from "../database/database.ts";
import { groupKeyOf } from "./hit-keys.ts";

/** A period of a group of hits that has a limit of the given name, computed with the given settings. */
export interface LimitedPeriod {
  readonly name: string;
  readonly settings: string;
  readonly group: string;
  readonly period: number;
}

/** How many triggers the group needs in the period for a finding, as long as its earlier hits stay the same. */
export interface PeriodLimit extends LimitedPeriod {
  readonly fewest: number;
}

/** Numbers of triggers beyond this are stored as this number. */
const MOST = 2_147_483_647;

const keysOf = (periods: readonly LimitedPeriod[]): readonly string[] =>
  periods.map(({ name, group }) => groupKeyOf(name, group));

const settingsOf = (periods: Iterable<LimitedPeriod>): readonly string[] =>
  Array.from(periods, ({ settings }) => digestUuid(settings));

/** Stores the limits of groups; each has one, that of its latest period. */
export async function savePeriodLimits(tx: DomainDb, limits: readonly PeriodLimit[]): Promise<void> {
  if (limits.length === 0) return;
  const latest = new Map(
    limits.toSorted((a, b) => a.period - b.period).map((limit) => [groupKeyOf(limit.name, limit.group), limit]),
  );
  await tx.execute(
    `insert into period_limits as l (domain_id, group_key, period, settings, fewest)
     select $1, group_key, period, settings, fewest
     from unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::integer[]) as given (group_key, period, settings, fewest)
     on conflict (domain_id, group_key) do update
     set period = excluded.period, settings = excluded.settings, fewest = excluded.fewest
     where l.period <= excluded.period or l.settings <> excluded.settings`,
    [
      [...latest.keys()],
      [...latest.values()].map(({ period }) => period),
      settingsOf(latest.values()),
      // Triggers are counted in whole numbers, settings may not be.
      [...latest.values()].map(({ fewest }) => Math.min(Math.ceil(fewest), MOST)),
    ],
  );
}

/** Drops the limits of periods after the given ones, in which hits changed, and those of other settings. */
export async function dropLaterLimits(tx: DomainDb, changed: readonly LimitedPeriod[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.execute(
    `delete from period_limits l using unnest($2::uuid[], $3::bigint[], $4::uuid[]) as given (group_key, period, settings)
     where l.domain_id = $1 and l.group_key = given.group_key
       and (l.period > given.period or l.settings <> given.settings)`,
    [keysOf(changed), changed.map(({ period }) => period), settingsOf(changed)],
  );
}

/** A period with a limit, and where its hits and those after it are. */
export interface GatedPeriod extends LimitedPeriod {
  /** The name that the hits are stored under. */
  readonly detector: string;
  readonly periodMs: number;
  /** The end of the time in which later hits would matter. */
  readonly to: number;
}

/** Returns the places of the periods with fewer triggers than their limit, and no hits after them. */
export async function findBelowLimit(tx: DomainDb, periods: readonly GatedPeriod[]): Promise<ReadonlySet<number>> {
  if (periods.length === 0) return new Set();
  const rows = await tx.query<{ place: number }>(
    `select wanted.place::int as place
     from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::uuid[]) with ordinality
       as wanted (limit_key, group_key, period, next, last, settings, place)
     cross join lateral (
       select fewest from period_limits
       where domain_id = $1 and group_key = wanted.limit_key and period = wanted.period
         and settings = wanted.settings offset 0) l
     cross join lateral (
       select coalesce(sum(count), 0) as triggers from hits
       where domain_id = $1 and group_key = wanted.group_key and is_trigger
         and bucket >= wanted.period and bucket < wanted.next) own
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
      settingsOf(periods),
    ],
  );
  return new Set(rows.map(({ place }) => place - 1));
}

/** Deletes up to `limit` limits of periods before a time. */
export async function forgetPeriodLimits(db: DomainDb, before: number, limit: number): Promise<void> {
  await db.execute(
    `delete from period_limits where domain_id = $1 and ctid = any(array(
       select ctid from period_limits where domain_id = $1 and period < $2 limit $3))`,
    [before, limit],
  );
}
