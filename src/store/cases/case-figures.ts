import { CASE_STATES, type CaseState, type ThreatType } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";

/** Cases of one state are counted up to this number unless a caller sets another; a count that is this high may be higher. */
export const MAX_COUNTED = 10_000;

export interface StateCount {
  readonly state: CaseState;
  readonly count: number;
}

/** Counts the cases in each state, in the order of `CASE_STATES`. */
export async function countCases(db: DomainDb, limit = MAX_COUNTED): Promise<readonly StateCount[]> {
  const rows = await db.query<StateCount>(
    `select s.state, (select count(*)::int from (
       select from cases where domain_id = $1 and state = s.state and removed_at is null
       order by created_at desc limit $3) counted) as count
     from unnest($2::text[]) as s (state)`,
    [CASE_STATES, limit],
  );
  return CASE_STATES.map((state) => rows.find((row) => row.state === state) ?? { state, count: 0 });
}

export interface DayCount extends StateCount {
  /** The day of UTC, as `YYYY-MM-DD`. */
  readonly day: string;
}

/** Counts the cases created since a time by day and present state; days and states without cases are absent. */
export function countCreatedCases(db: DomainDb, since: Date, limit = MAX_COUNTED): Promise<readonly DayCount[]> {
  return db.query<DayCount>(
    `select to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, s.state, count(*)::int as count
     from unnest($2::text[]) as s (state) cross join lateral (
       select created_at from cases
       where domain_id = $1 and state = s.state and created_at >= $3 and removed_at is null
       order by created_at desc limit $4) c
     group by 1, 2`,
    [CASE_STATES, since, limit],
  );
}

/** The cases in one state by type and age; if there are more than are counted, the newest. */
export interface WaitingCases {
  readonly byType: readonly { readonly threatType: ThreatType; readonly count: number }[];
  /** Created since each of the given times, and before all of them. */
  readonly byAge: readonly number[];
  readonly oldestAt: Date | null;
}

/** Counts the cases in a state by type and by age; `since` has the bounds of the ages, the latest first. */
export async function countWaitingCases(
  db: DomainDb,
  state: CaseState,
  since: readonly Date[],
  limit = MAX_COUNTED,
): Promise<WaitingCases> {
  const rows = await db.query<{ threat_type: ThreatType; age: number; count: number }>(
    `select threat_type, (select count(*)::int from unnest($3::timestamptz[]) as bound (at) where c.created_at < bound.at) as age,
       count(*)::int as count
     from (select threat_type, created_at from cases
       where domain_id = $1 and state = $2 and removed_at is null order by created_at desc limit $4) c
     group by 1, 2`,
    [state, since, limit],
  );
  const [oldest] = await db.query<{ created_at: Date }>(
    `select created_at from cases where domain_id = $1 and state = $2 and removed_at is null order by created_at limit 1`,
    [state],
  );
  const types = new Map<ThreatType, number>();
  const byAge = Array.from({ length: since.length + 1 }, () => 0);
  for (const { threat_type, age, count } of rows) {
    types.set(threat_type, (types.get(threat_type) ?? 0) + count);
    byAge[age] = (byAge[age] ?? 0) + count;
  }
  const byType = [...types].map(([threatType, count]) => ({ threatType, count }));
  return { byType: byType.toSorted((a, b) => b.count - a.count), byAge, oldestAt: oldest?.created_at ?? null };
}
