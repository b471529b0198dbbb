import type { DriftPeriod } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { publishable } from "../drift/episodes.ts";

const DAY_MS = 86_400_000;

/** A change of a non-human identity that is a drift event, or will be one. */
export interface NhiDriftRow {
  readonly nuid: string;
  readonly driftId: string;
  readonly computator: string;
  readonly timePeriod: DriftPeriod;
  readonly detectedAt: Date;
  /** What was found on the first day. */
  readonly change: unknown;
}

/** Reads the drift of identities that was detected before a day, published or final since the run's own evaluation. */
export async function readNhiDrift(
  db: DomainDb,
  nuids: readonly string[],
  { toDay, finalDay }: { readonly toDay: number; readonly finalDay: number },
): Promise<readonly NhiDriftRow[]> {
  const rows = await db.query<{
    nuid: string;
    drift_id: string;
    computator: string;
    time_period: DriftPeriod;
    opened_on: number;
    change: string;
  }>(
    `select subject as nuid, drift_id, computator, time_period, opened_on, change from drift_episodes e
     where domain_id = $1 and subject = any($2::text[]) and opened_on < $3 and (${publishable("$4")} or exists (
       select from drift d where d.domain_id = $1 and d.drift_id = e.drift_id and d.removed_at is null))
     order by opened_on desc, drift_id`,
    [nuids, toDay, finalDay],
  );
  return rows.map((row) => ({
    nuid: row.nuid,
    driftId: row.drift_id,
    computator: row.computator,
    timePeriod: row.time_period,
    detectedAt: new Date(row.opened_on * DAY_MS),
    change: JSON.parse(row.change) as unknown,
  }));
}
