import { type DriftEvent, renderDrift } from "../../model/drift.ts";
import type { DriftPeriod } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions } from "../items/page.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";

export async function findDriftText(db: DomainDb, driftId: string): Promise<string | undefined> {
  const [row] = await db.query<{ wire: string }>("select wire from drift where domain_id = $1 and drift_id = $2", [
    driftId,
  ]);
  return row?.wire;
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
    user_name: "text",
    user_email: "text",
    wire: "text",
  },
  key: ["drift_id"],
};

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
     from drift where domain_id = $1${where.sql} order by drift_id limit ${where.bind(limit)}`,
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
