import type { DriftPeriod } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";

/** A drift event of a non-human identity. */
export interface NhiDriftRow {
  readonly nuid: string;
  readonly driftId: string;
  readonly computator: string;
  readonly timePeriod: DriftPeriod;
  readonly detectedAt: Date;
  readonly delta: unknown;
}

/** Reads the published drift events of identities that were detected before a time. */
export async function readNhiDrift(
  db: DomainDb,
  nuids: readonly string[],
  before: Date,
): Promise<readonly NhiDriftRow[]> {
  const rows = await db.query<{
    nuid: string;
    drift_id: string;
    computator: string;
    time_period: DriftPeriod;
    detected_at: Date;
    delta: string;
  }>(
    `select e.subject as nuid, d.drift_id, d.computator, d.time_period, d.detected_at, d.delta
     from drift_episodes e join drift d on d.domain_id = $1 and d.drift_id = e.drift_id and d.removed_at is null
     where e.domain_id = $1 and e.subject = any($2::text[]) and d.detected_at < $3
     order by d.detected_at desc, d.drift_id`,
    [nuids, before],
  );
  return rows.map((row) => ({
    nuid: row.nuid,
    driftId: row.drift_id,
    computator: row.computator,
    timePeriod: row.time_period,
    detectedAt: row.detected_at,
    delta: JSON.parse(row.delta) as unknown,
  }));
}
