import type { DriftPeriod } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";

/** An evaluation day on which the gates of a comparison held. */
export interface HeldDay {
  readonly subject: string;
  readonly computator: string;
  readonly period: DriftPeriod;
  readonly day: number;
}

const SHAPE: RowShape = {
  table: "drift_held_days",
  resource: null,
  columns: { day: "integer", subject: "text", computator: "text", time_period: "text" },
  key: ["day", "subject", "computator", "time_period"],
};

/** Returns the days before an evaluation day, as far back as given, on which comparisons held. */
export function readHeldDays(db: DomainDb, day: number, daysBack: number): Promise<readonly HeldDay[]> {
  return db.query<HeldDay>(
    `select subject, computator, time_period as period, day from drift_held_days
     where domain_id = $1 and day < $2 and day >= $3 order by day, subject, computator, time_period`,
    [day, day - daysBack],
  );
}

/** Replaces what held on an evaluation day and after it, and removes the days that no later evaluation reads. */
export async function replaceHeldDays(
  tx: DomainDb,
  day: number,
  held: readonly Omit<HeldDay, "day">[],
  keptDays: number,
): Promise<void> {
  await tx.execute("delete from drift_held_days where domain_id = $1 and (day >= $2 or day < $3)", [
    day,
    day - keptDays,
  ]);
  await saveRows(
    tx,
    SHAPE,
    held.map(({ subject, computator, period }) => ({ day, subject, computator, time_period: period })),
  );
}
