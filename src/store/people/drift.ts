import { type DriftEvent, renderDrift } from "../../model/drift.ts";
import type { DriftPeriod } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { publishable } from "../drift/episodes.ts";
import { Conditions, type PageResult, type PageRow, toPage } from "../items/page.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";

const DAY_MS = 86_400_000;

export async function findDriftText(db: DomainDb, driftId: string): Promise<string | undefined> {
  const [row] = await db.query<{ wire: string }>(
    "select wire from drift where domain_id = $1 and drift_id = $2 and removed_at is null",
    [driftId],
  );
  return row?.wire;
}

export interface DriftFilter {
  readonly tuid?: string | undefined;
  readonly computator?: string | undefined;
  readonly timePeriod?: DriftPeriod | undefined;
  readonly detectedAfter?: Date | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Lists drift events, newest first. */
export async function listDrift(db: DomainDb, filter: DriftFilter): Promise<PageResult> {
  const where = new Conditions()
    .addIf("d.tuid = ?", filter.tuid)
    .addIf("d.computator = ?", filter.computator)
    .addIf("d.time_period = ?", filter.timePeriod)
    .addIf("d.listed_at >= ?", filter.detectedAfter)
    .addIf(
      `(d.listed_at, d.drift_id) <
       (select p.listed_at, p.drift_id from drift p where p.domain_id = $1 and p.drift_id = ?::uuid)`,
      filter.after,
    );
  const rows = await db.query<PageRow>(
    `select d.drift_id as id, d.wire from drift d where d.domain_id = $1${where.sql} and d.removed_at is null
     order by d.listed_at desc, d.drift_id desc limit ${where.bind(filter.limit + 1)}`,
    where.values,
  );
  return toPage(db, rows, filter.limit, {
    id: filter.after,
    exists: "select true as known from drift where domain_id = $1 and drift_id = $2",
  });
}

/** Counts the drift events detected since a time, up to `limit`. */
export async function countDrift(db: DomainDb, since: Date, limit: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from drift where domain_id = $1 and listed_at >= $2 and removed_at is null
       order by listed_at desc limit $3) counted`,
    [since, limit],
  );
  return row?.count ?? 0;
}

/** Returns when each of these events was detected, by id; an unknown event is absent. */
export async function findDetectionTimes(
  db: DomainDb,
  driftIds: readonly string[],
): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await db.query<{ drift_id: string; detected_at: Date | null }>(
    "select drift_id, detected_at from drift where domain_id = $1 and drift_id = any($2::uuid[])",
    [driftIds],
  );
  return new Map(rows.map(({ drift_id, detected_at }) => [drift_id, detected_at]));
}

/** The evaluation days, as days since 1970-01-01, of which drift is counted; `toDay` is exclusive. */
export interface DriftDays {
  readonly fromDay: number;
  readonly toDay: number;
  /** The last day whose drift is final and will be published. */
  readonly finalDay: number;
}

/** Counts the drift of each user that was detected on these days: drift events, and drift that will be published. */
export async function countDriftByUser(
  db: DomainDb,
  { fromDay, toDay, finalDay }: DriftDays,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ tuid: string; events: string }>(
    `select tuid, count(*) as events from (
       select tuid from drift where domain_id = $1 and listed_at >= $2 and listed_at < $3 and removed_at is null
       union all
       select u.tuid from drift_episodes e join users u on u.domain_id = $1 and u.tuid::text = e.subject
       where e.domain_id = $1 and e.opened_on >= $4 and e.opened_on < $5 and ${publishable("$6")}) found
     where tuid is not null group by tuid order by tuid`,
    [new Date(fromDay * DAY_MS), new Date(toDay * DAY_MS), fromDay, toDay, finalDay],
  );
  return new Map(rows.map(({ tuid, events }) => [tuid, Number(events)]));
}

const SHAPE: RowShape = {
  table: "drift",
  resource: "drift",
  columns: {
    drift_id: "uuid",
    tuid: "uuid",
    computator: "text",
    time_period: "text",
    delta: "text",
    period_start_at: "timestamptz",
    detected_at: "timestamptz",
    listed_at: "timestamptz",
    user_name: "text",
    user_email: "text",
    wire: "text",
  },
  key: ["drift_id"],
  frozen: ["listed_at"],
};

/** Inserts or updates drift events. An event whose stored `detected_at` differs is not written. */
export function saveDrift(tx: DomainDb, events: readonly DriftEvent[]): Promise<number> {
  return saveRows(
    tx,
    SHAPE,
    events.map((event) => ({
      drift_id: event.driftId,
      tuid: event.tuid,
      computator: event.computator,
      time_period: event.timePeriod,
      delta: JSON.stringify(event.delta ?? null),
      period_start_at: event.periodStartAt,
      detected_at: event.detectedAt,
      listed_at: event.detectedAt ?? "-infinity",
      user_name: event.user.name,
      user_email: event.user.email,
      wire: renderDrift(event),
    })),
  );
}

interface DriftRow {
  readonly drift_id: string;
  readonly tuid: string | null;
  readonly computator: string;
  readonly time_period: DriftPeriod;
  readonly delta: string;
  readonly period_start_at: Date | null;
  readonly detected_at: Date | null;
  readonly user_name: string | null;
  readonly user_email: string | null;
  readonly wire: string;
}

/** Reads stored drift events in id order, for export and rebuild. */
export async function readDrift(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly item: DriftEvent; readonly wire: string }[]> {
  const where = new Conditions().addIf("drift_id > ?", after);
  const rows = await db.query<DriftRow>(
    `select drift_id, tuid, computator, time_period, delta, period_start_at, detected_at, user_name, user_email, wire
     from drift where domain_id = $1${where.sql} and removed_at is null order by drift_id limit ${where.bind(limit)}`,
    where.values,
  );
  return rows.map((row) => ({
    item: {
      driftId: row.drift_id,
      tuid: row.tuid,
      computator: row.computator,
      timePeriod: row.time_period,
      delta: JSON.parse(row.delta) as unknown,
      periodStartAt: row.period_start_at,
      detectedAt: row.detected_at,
      user: { name: row.user_name, email: row.user_email },
    },
    wire: row.wire,
  }));
}
